//! Every law on its corpus and on some hundred inputs more: the same ones each time.
use cento_fuzz::laws::{LAWS, named};
use cento_fuzz::native;
use cento_fuzz::search::Search;
use std::path::Path;

/// Some seconds for all laws together, in the dev profile: with overflow checks.
const EXECUTIONS: usize = 250;

fn search(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("a corpus").filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    assert!(files.len() >= 5, "only {} inputs", files.len());
    let corpus = files.iter().map(|file| std::fs::read(file).expect("an input")).collect();
    let mut search = Search::new(named(name), 1, corpus);
    let broken = search.replay(&native).err();
    let broken = broken.or_else(|| (0..EXECUTIONS).find_map(|_| search.step(&native).err()));
    assert!(broken.is_none(), "{broken:?}");
}

macro_rules! laws {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                search(stringify!($name));
            }
        )*

        #[test]
        fn no_law_is_left_out() {
            assert_eq!([$(stringify!($name)),*], LAWS.map(|law| law.name));
        }
    };
}

laws! {
    never_traps deterministic plan_verifies summary_round_trip redaction_before_cut within_budget idempotent
}
