//! The whole call in the component beside the same code without the sandbox, and each phase.
//!
//! Run with `make bench`, before criterion's `calls`; sessions of your own: `cargo bench -p cento-bench --bench compact
//! -- FILE...`. "native" is the plan alone on this machine; "component" includes a fresh store and the copying of
//! messages in and of the plan out; "verified" includes the host's check of the plan; "json" is the whole way from
//! JSON text to JSON text; "memory" is the peak of the component's own memory, and how often the input fits into it.
//! All ways run in turn in one loop, so that a busy machine is busy for all of them, and the best time of each counts.
//! Promises: fails when a session needs more than [`MOST_MEMORY`] times its input.
#![expect(clippy::print_stdout, reason = "prints tables")]
#![expect(clippy::disallowed_methods, reason = "the clock is what it measures with")]
use cento::{Engine, Limits, Session};
use cento_bench::{Load, from_file, sizes};
use cento_contract::{Message, Usage};
use cento_guest::{boundaries, budget, facts, pair, render, settings, tokens, view};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of every measurement.
const ROUNDS: usize = 30;

/// The component's memory is at most so many times the input.
const MOST_MEMORY: usize = 12;

/// Below this size the memory that every call needs (stack, tables) outweighs the session.
const SMALL: usize = 150_000;

fn main() {
    // Cargo adds `--bench`.
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let mut loads: Vec<Load> = files.iter().map(|path| from_file(path)).collect();
    if loads.is_empty() {
        loads = sizes();
    }
    println!("{}", machine());
    let engine = start(&loads);
    whole(&engine, &loads);
    phases(&loads);
}

/// Processor, cores and load; what the system does not tell is left out.
fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let info = read("/proc/cpuinfo");
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map_or("", |(_, name)| name);
    let load = read("/proc/loadavg").split(' ').next().unwrap_or_default().to_owned();
    format!("{model}, {cores} cores, load {load}, {}", std::env::consts::OS)
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
        "{:<28} {:>9} {:>8} {:>9} {:>9} {:>5} {:>9} {:>9} {:>9} {:>6} {:>12} {:>5}",
        "session",
        "text",
        "messages",
        "native",
        "component",
        "ratio",
        "verified",
        "json",
        "memory",
        "",
        "fuel",
        "/byte"
    );
    for load in loads {
        let input = input(&load.messages);
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
            "{:<28} {:>9} {:>8} {:>9} {:>9} {:>5.2} {:>9} {:>9} {:>9} {:>5.1}x {:>12} {:>5}",
            load.name,
            kilobytes(input),
            load.messages.len(),
            ms(native),
            ms(component),
            component.as_secs_f64() / native.as_secs_f64(),
            ms(verified),
            ms(json),
            kilobytes(metered.memory),
            metered.memory as f64 / input as f64,
            metered.fuel,
            metered.fuel / input as u64,
        );
        let enough = metered.memory <= MOST_MEMORY * input;
        assert!(input < SMALL || enough, "{}: more memory than {MOST_MEMORY} times the input", load.name);
    }
    println!("memory: at most {MOST_MEMORY} times the input, on sessions of {} and more", kilobytes(SMALL));
}

/// Bytes that are copied into the component: texts, and calls with their arguments.
fn input(messages: &[Message]) -> usize {
    let calls = |m: &Message| m.tool_calls.iter().map(|c| c.id.len() + c.name.len() + c.arguments.len()).sum::<usize>();
    messages.iter().map(|m| m.content.len() + calls(m)).sum::<usize>().max(1)
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
        let ledger = facts::gather(messages, &views, &pairs, &cut, None);
        let (fitted, _) = budget::fit(ledger.clone(), &settings);
        let [tokens, pair, boundaries, view, facts, budget, render] = best([
            &mut || drop(black_box(tokens::measure(messages, &settings))),
            &mut || drop(black_box(pair::pair(messages))),
            &mut || drop(black_box(boundaries::cut(messages, &sizes, &pairs, &settings))),
            &mut || drop(black_box(view::read(messages, &pairs, &cut))),
            &mut || drop(black_box(facts::gather(messages, &views, &pairs, &cut, None))),
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
