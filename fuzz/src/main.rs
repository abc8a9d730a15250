//! The long search: every law in turn, on every core, until the time is up; a law that breaks is searched no further.
//!
//! `fuzz [SECONDS] [LAW]` prints executions per law and in total. It goes on from what an earlier run kept
//! (`fuzz/kept/LAW`, not in the repository) and from the corpus (`fuzz/corpus/LAW`). `fuzz LAW FILE` tries one input and shows its session.
use cento_fuzz::laws::{LAWS, Law, named};
use cento_fuzz::search::{Broken, Search, held};
use cento_fuzz::{Planner, draw, native};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Executions of one law before the next law's turn.
const TURN: u64 = 500;

/// One execution of this many goes through the component.
const SHARE: u64 = 50;

/// What has been executed, by law; natively, and of these in the component.
#[derive(Default)]
struct Counts([(AtomicU64, AtomicU64); LAWS.len()]);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = [0, 1].map(|n| arguments.get(n).map_or("", String::as_str));
    if !second.is_empty() && !first.bytes().all(|b| b.is_ascii_digit()) {
        let bytes = std::fs::read(second).expect("the input");
        let tried = held(named(first), &bytes, &native);
        say(&draw::any(&bytes).text());
        say(&format!("{tried:?}"));
        return ExitCode::from(u8::from(tried.is_err()));
    }
    let seconds = first.parse().unwrap_or(600);
    let laws: Vec<usize> = (0..LAWS.len()).filter(|n| second.is_empty() || LAWS[*n].name == second).collect();
    std::panic::set_hook(Box::new(|_| {}));
    #[expect(clippy::disallowed_methods, reason = "how long to search is no part of what is searched")]
    let start = Instant::now();
    let (counts, broken) = (Counts::default(), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (laws, counts, broken) = (&laws, &counts, &broken);
            scope.spawn(move || {
                search(laws, thread, counts, &|| start.elapsed() > Duration::from_secs(seconds), broken);
            });
        }
    });
    report(&laws, &counts, start.elapsed());
    ExitCode::from(u8::from(broken.load(Relaxed)))
}

fn search(laws: &[usize], thread: usize, counts: &Counts, over: &dyn Fn() -> bool, broken: &AtomicBool) {
    let component = component();
    let mut searches: Vec<(usize, Search)> = laws.iter().map(|law| (*law, begun(&LAWS[*law], thread))).collect();
    while !over() && !searches.is_empty() {
        // A law that is broken is searched no further; the others are.
        searches.retain_mut(|(law, search)| over() || turn(*law, search, component.as_deref(), counts, broken));
    }
}

/// Some executions of one law; false if it is broken.
fn turn(law: usize, search: &mut Search, component: Option<&Planner>, counts: &Counts, broken: &AtomicBool) -> bool {
    let name = LAWS[law].name;
    for turn in 0..TURN {
        let (plan, within) = planner(component, turn);
        let (all, inside) = &counts.0[law];
        all.fetch_add(1, Relaxed);
        inside.fetch_add(u64::from(within), Relaxed);
        match search.step(plan) {
            Ok(None) => {}
            Ok(Some(bytes)) => keep(name, bytes),
            Err(found) => {
                broken.store(true, Relaxed);
                tell(name, &found);
                return false;
            }
        }
    }
    true
}

/// A search that has tried what was kept before.
fn begun(law: &'static Law, thread: usize) -> Search {
    let mut corpus = read(&folder("corpus").join(law.name));
    corpus.extend(read(&folder("kept").join(law.name)));
    // Another way each time: what was kept so far is part of the seed.
    let seed = (thread as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ corpus.len() as u64;
    let mut search = Search::new(law, seed, corpus);
    if let Err(found) = search.replay(&native) {
        tell(law.name, &found);
    }
    search
}

fn read(folder: &Path) -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files.iter().filter_map(|file| std::fs::read(file).ok()).collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn keep(law: &str, bytes: &[u8]) {
    write("kept", law, bytes);
}

/// Keeps the input that breaks a law and says what is broken.
fn tell(law: &str, found: &Broken) {
    let file = write("broken", law, &found.bytes);
    say(&format!("{law} is broken by {} ({} bytes): {}", file.display(), found.bytes.len(), found.fault));
}

fn write(kind: &str, law: &str, bytes: &[u8]) -> PathBuf {
    let name = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    let file = folder(kind).join(law).join(format!("{name:016x}"));
    let written = std::fs::create_dir_all(folder(kind).join(law)).and_then(|()| std::fs::write(&file, bytes));
    if let Err(error) = written {
        say(&format!("{}: {error}", file.display()));
    }
    file
}

fn report(laws: &[usize], counts: &Counts, time: Duration) {
    let (mut total, mut inside) = (0, 0);
    for law in laws {
        let (native, component) = (counts.0[*law].0.load(Relaxed), counts.0[*law].1.load(Relaxed));
        say(&format!("{:<22}{native:>10} executions, {component:>8} of them in the component", LAWS[*law].name));
        (total, inside) = (total + native, inside + component);
    }
    say(&format!("{:<22}{total:>10} executions, {inside:>8} of them in the component, {} s", "all", time.as_secs()));
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// The phase's plan, or for a share of the turns the component's.
fn planner(component: Option<&Planner>, turn: u64) -> (&Planner, bool) {
    match component {
        Some(component) if turn.is_multiple_of(SHARE) => (component, true),
        _ => (&native, false),
    }
}

#[cfg(feature = "component")]
fn component() -> Option<Box<Planner>> {
    let engine = cento::Engine::embedded(cento::Limits::default()).expect("the component");
    Some(Box::new(move |messages, options| engine.plan(messages, options).map_err(|error| error.to_string())))
}

#[cfg(not(feature = "component"))]
fn component() -> Option<Box<Planner>> {
    None
}
