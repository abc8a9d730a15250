//! Each phase and the whole call, on this machine and in the component.
//!
//! Run with `make bench`. "native" is the same code without the sandbox; "component" includes a fresh store and the
//! copying of messages in and of the plan out; "verified" includes the host's check of the plan; "json" is the whole
//! way from JSON text to JSON text.
use cento::{Engine, Limits, Session};
use cento_bench::{Load, large, usual};
use cento_guest::{boundaries, budget, facts, pair, render, settings, tokens, view};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn phases(criterion: &mut Criterion, load: &Load) {
    let (settings, _) = settings::clamp(&load.options);
    let messages = &load.messages;
    let sizes = tokens::measure(messages, &settings);
    let pairs = pair::pair(messages);
    let cut = boundaries::cut(messages, &sizes, &pairs, &settings);
    let views = view::read(messages, &pairs, &cut);
    let ledger = facts::gather(messages, &views, &pairs, &cut);
    let fitted = budget::fit(ledger.clone(), &settings);
    let mut group = criterion.benchmark_group(format!("phases, {}", load.name));
    group.bench_function("tokens", |b| b.iter(|| tokens::measure(black_box(messages), &settings)));
    group.bench_function("pair", |b| b.iter(|| pair::pair(black_box(messages))));
    group.bench_function("boundaries", |b| b.iter(|| boundaries::cut(black_box(messages), &sizes, &pairs, &settings)));
    group.bench_function("view", |b| b.iter(|| view::read(black_box(messages), &pairs, &cut)));
    group.bench_function("facts", |b| b.iter(|| facts::gather(black_box(messages), &views, &pairs, &cut)));
    group.bench_function("budget", |b| b.iter(|| budget::fit(black_box(ledger.clone()), &settings)));
    group.bench_function("render", |b| b.iter(|| render::render(black_box(&fitted), &settings)));
    group.finish();
}

fn whole(criterion: &mut Criterion, load: &Load) {
    let engine = Engine::embedded(Limits::default()).expect("the component");
    let mut group = criterion.benchmark_group("compact");
    group.throughput(Throughput::Bytes(load.text.len() as u64));
    group.bench_function(BenchmarkId::new("native", load.name), |b| {
        b.iter(|| cento_guest::compress(black_box(&load.messages), &load.options))
    });
    group.bench_function(BenchmarkId::new("component", load.name), |b| {
        b.iter(|| engine.plan(black_box(&load.messages), &load.options))
    });
    group.bench_function(BenchmarkId::new("verified", load.name), |b| {
        b.iter(|| cento::plan(&engine, black_box(&load.messages), &load.options))
    });
    group.bench_function(BenchmarkId::new("json", load.name), |b| {
        b.iter(|| {
            let session = Session::read(load.text.clone().into_bytes()).expect("a session");
            cento::compact(&engine, &session)
        })
    });
    group.finish();
}

fn start(criterion: &mut Criterion) {
    criterion
        .bench_function("load the engine", |b| b.iter(|| Engine::embedded(Limits::default()).expect("the component")));
}

fn all(criterion: &mut Criterion) {
    start(criterion);
    for load in [usual(), large()] {
        phases(criterion, &load);
        whole(criterion, &load);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = all
}
criterion_main!(benches);
