//! The whole call in the component beside the same code without the sandbox, and each phase.
//!
//! Run with `make bench`, before criterion's `calls`; sessions of your own: `cargo bench -p cento-bench --bench compact
//! -- FILE...`. "native" is the plan alone on this machine; "component" includes a fresh store and the copying of
//! messages in and of the plan out; "verified" includes the host's check of the plan; "json" is the whole way from
//! JSON text to JSON text; "memory" is the peak of the component's own memory. All ways run in turn in one loop, so
//! that a busy machine is busy for all of them, and the best time of each counts.
#![expect(clippy::print_stdout, reason = "prints tables")]
#![expect(clippy::disallowed_methods, reason = "the clock is what it measures with")]
use cento::{Engine, Limits, Session};
use cento_bench::{Load, from_file, large, usual};
use cento_contract::Usage;
use cento_guest::{boundaries, budget, facts, pair, render, settings, tokens, view};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of every measurement.
const ROUNDS: usize = 30;

fn main() {
    // Cargo adds `--bench`.
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let mut loads: Vec<Load> = files.iter().map(|path| from_file(path)).collect();
    if loads.is_empty() {
        loads = vec![usual(), large()];
    }
    let engine = start(&loads);
    whole(&engine, &loads);
    phases(&loads);
}

/// What stands before the first answer, and what each call costs that has nothing to do.
fn start(loads: &[Load]) -> Engine {
    let clock = Instant::now();
    let engine = Engine::embedded(Limits::default()).expect("the component");
    let loaded = clock.elapsed();
    if let Some(load) = loads.first() {
        let clock = Instant::now();
        engine.plan(&load.messages, &load.options).expect("a plan");
        println!("load the component {}, first call ({}) {}", ms(loaded), load.name, ms(clock.elapsed()));
    }
    let usage = Usage { prompt_tokens: Some(90_000), ..Usage::default() };
    let options = cento_contract::Options::default();
    let [reload, ask, nothing] = best([
        &mut || drop(black_box(Engine::embedded(Limits::default()))),
        &mut || drop(black_box(engine.should_compress(&usage, &options))),
        &mut || drop(black_box(engine.plan(&[], &options))),
    ]);
    println!("again: load {}, should-compress {}, compress nothing {}\n", ms(reload), ms(ask), ms(nothing));
    engine
}

fn whole(engine: &Engine, loads: &[Load]) {
    println!(
        "{:<28} {:>9} {:>8} {:>9} {:>9} {:>5} {:>9} {:>9} {:>9} {:>12}",
        "session", "text", "messages", "native", "component", "ratio", "verified", "json", "memory", "fuel"
    );
    for load in loads {
        let metered = engine.plan_metered(&load.messages, &load.options).expect("a plan");
        let [native, component, verified, json] = best([
            &mut || drop(black_box(cento_guest::compress(black_box(&load.messages), &load.options))),
            &mut || drop(black_box(engine.plan(black_box(&load.messages), &load.options))),
            &mut || drop(black_box(cento::plan(engine, black_box(&load.messages), &load.options))),
            &mut || {
                let session = Session::read(load.text.clone().into_bytes()).expect("a session");
                drop(black_box(cento::compact(engine, &session)));
            },
        ]);
        println!(
            "{:<28} {:>9} {:>8} {:>9} {:>9} {:>5.2} {:>9} {:>9} {:>9} {:>12}",
            load.name,
            kilobytes(load.messages.iter().map(|m| m.content.len()).sum()),
            load.messages.len(),
            ms(native),
            ms(component),
            component.as_secs_f64() / native.as_secs_f64(),
            ms(verified),
            ms(json),
            kilobytes(metered.memory),
            metered.fuel,
        );
    }
}

fn phases(loads: &[Load]) {
    println!(
        "\n{:<28} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9}",
        "phases, native", "tokens", "pair", "boundaries", "view", "facts", "budget", "render"
    );
    for load in loads {
        let (settings, _) = settings::clamp(&load.options);
        let messages = &load.messages;
        let sizes = tokens::measure(messages, &settings);
        let pairs = pair::pair(messages);
        let cut = boundaries::cut(messages, &sizes, &pairs, &settings);
        let views = view::read(messages, &pairs, &cut);
        let ledger = facts::gather(messages, &views, &pairs, &cut);
        let (fitted, _) = budget::fit(ledger.clone(), &settings);
        let [tokens, pair, boundaries, view, facts, budget, render] = best([
            &mut || drop(black_box(tokens::measure(messages, &settings))),
            &mut || drop(black_box(pair::pair(messages))),
            &mut || drop(black_box(boundaries::cut(messages, &sizes, &pairs, &settings))),
            &mut || drop(black_box(view::read(messages, &pairs, &cut))),
            &mut || drop(black_box(facts::gather(messages, &views, &pairs, &cut))),
            &mut || drop(black_box(budget::fit(ledger.clone(), &settings))),
            &mut || drop(black_box(render::render(&fitted, &settings))),
        ]);
        println!(
            "{:<28} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9}",
            load.name,
            ms(tokens),
            ms(pair),
            ms(boundaries),
            ms(view),
            ms(facts),
            ms(budget),
            ms(render)
        );
    }
    if let Some(peak) = peak() {
        println!("\npeak of the process: {}", kilobytes(peak));
    }
}

/// Runs all in turn; the best time of each.
fn best<const N: usize>(mut ways: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let clock = Instant::now();
            way();
            *best = clock.elapsed().min(*best);
        }
    }
    best
}

/// Peak of resident memory; Linux only.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn kilobytes(bytes: usize) -> String {
    format!("{} kB", bytes / 1000)
}
