//! One call at each size, in this machine's code and in the component: criterion's measurements, kept from run to run
//! and compared with the last.
//!
//! The two ways of a size run one after the other, so their ratio is that of a quiet machine only; `compact` runs
//! them in turn and prints the ratio, memory and fuel.
use cento::{Engine, Limits};
use cento_bench::{large, usual};
use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    calls(&mut criterion);
    criterion.final_summary();
}

fn calls(criterion: &mut Criterion) {
    let engine = Engine::embedded(Limits::default()).expect("the component");
    let mut group = criterion.benchmark_group("compress");
    group.sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(7));
    for load in [usual(), large()] {
        let bytes: usize = load.messages.iter().map(|message| message.content.len()).sum();
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_with_input(BenchmarkId::new("native", &load.name), &load, |bench, load| {
            bench.iter(|| cento_guest::compress(black_box(&load.messages), &load.options));
        });
        group.bench_with_input(BenchmarkId::new("component", &load.name), &load, |bench, load| {
            bench.iter(|| engine.plan(black_box(&load.messages), &load.options));
        });
    }
    group.finish();
}
