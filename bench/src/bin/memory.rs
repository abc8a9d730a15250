//! Prints what memory a call needs: the least limit of the component's memory under which it works, and the peak of
//! the whole process.
#![expect(clippy::print_stdout, reason = "prints a table")]
use cento::{Engine, EngineError, Limits};
use cento_bench::{Load, large, usual};

const PAGE: usize = 64 << 10;

fn main() {
    let engine = Engine::embedded(Limits::default()).expect("the component");
    println!("{:<12} {:>10} {:>14} {:>16} {:>14}", "session", "JSON", "component", "fuel", "process peak");
    for load in [usual(), large()] {
        let fuel = engine.plan_metered(&load.messages, &load.options).expect("a plan").fuel;
        let least = least_memory(&engine, &load);
        let peak = peak().map_or("not known".to_owned(), megabytes);
        println!("{:<12} {:>10} {:>14} {fuel:>16} {peak:>14}", load.name, megabytes(load.text.len()), megabytes(least));
    }
}

/// Bisects for the least limit, in pages.
fn least_memory(engine: &Engine, load: &Load) -> usize {
    let works = |pages: usize| {
        let engine = engine.with_limits(Limits { memory: pages * PAGE, ..Limits::default() });
        !matches!(engine.plan(&load.messages, &load.options), Err(EngineError::OutOfMemory { .. }))
    };
    let (mut low, mut high) = (0, Limits::default().memory / PAGE);
    while low + 1 < high {
        let middle = (low + high) / 2;
        if works(middle) { high = middle } else { low = middle }
    }
    high * PAGE
}

/// Peak of resident memory; Linux only.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
