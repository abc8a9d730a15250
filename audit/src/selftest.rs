//! Can the checker find what it says it finds?
//!
//! Takes good outputs with their originals. Each must have no finding; then every fault of the table is planted into
//! every output that it fits, one at a time, and the check that is meant for it has to find it. Leaves out: faults in
//! two places that hide each other.
mod faults;
mod plant;

use crate::message::lone_surrogates;
use crate::{Audit, Check, audit};
use serde_json::{Value, json};
use std::fmt::Write;

/// A compaction: what went in, what came out, the report beside it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it is.
    pub name: String,
    /// Messages that went in.
    pub original: Vec<Vec<u8>>,
    /// Messages that came out.
    pub compacted: Vec<Vec<u8>>,
    /// The report.
    pub report: Value,
}

impl Sample {
    /// Holds it against itself.
    pub fn audit(&self) -> Audit {
        fn slices(all: &[Vec<u8>]) -> Vec<&[u8]> {
            all.iter().map(Vec::as_slice).collect()
        }
        let surrogates = self.original.iter().map(|row| lone_surrogates(row)).sum();
        audit(&slices(&self.original), &slices(&self.compacted), Some(self.report.clone()), surrogates)
    }
}

/// A way to do it wrong, and the check that has to find it.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) check: Check,
    /// Changes the sample; false where there is nothing to change.
    pub(crate) plant: fn(&mut Sample) -> bool,
}

/// What became of one fault.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The fault.
    pub name: &'static str,
    /// The check that has to find it.
    pub check: Check,
    /// Outputs it was planted in.
    pub planted: usize,
    /// Outputs it was found in.
    pub caught: usize,
    /// Outputs it was missed in.
    pub missed: Vec<String>,
}

/// What came of all of them.
#[derive(Clone, Debug)]
pub struct SelfTest {
    /// Each good output and how many findings it has, which has to be none.
    pub clean: Vec<(String, usize)>,
    /// Each fault.
    pub faults: Vec<Planted>,
}

/// Plants every fault in every sample.
pub fn run(samples: &[Sample]) -> SelfTest {
    let clean = samples.iter().map(|sample| (sample.name.clone(), sample.audit().findings.len())).collect();
    let plant = |fault: &Fault| {
        let mut came = Planted { name: fault.name, check: fault.check, planted: 0, caught: 0, missed: Vec::new() };
        for sample in samples {
            let mut with = sample.clone();
            if !(fault.plant)(&mut with) {
                continue;
            }
            came.planted += 1;
            if with.audit().findings.iter().any(|finding| finding.check == fault.check) {
                came.caught += 1;
            } else {
                came.missed.push(sample.name.clone());
            }
        }
        came
    };
    SelfTest { clean, faults: faults::ALL.iter().map(plant).collect() }
}

impl SelfTest {
    /// Faults that were planted, over all outputs.
    pub fn planted(&self) -> usize {
        self.faults.iter().map(|fault| fault.planted).sum()
    }

    /// Faults that were found.
    pub fn caught(&self) -> usize {
        self.faults.iter().map(|fault| fault.caught).sum()
    }

    /// Good outputs have no finding, every fault was planted somewhere and found everywhere, and every check has one.
    pub fn holds(&self) -> bool {
        let tried = |check: &Check| self.faults.iter().any(|fault| fault.check == *check && fault.planted > 0);
        self.clean.iter().all(|(_, findings)| *findings == 0)
            && self.faults.iter().all(|fault| fault.planted > 0 && fault.planted == fault.caught)
            && Check::ALL.iter().all(tried)
    }

    /// A table.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (name, findings) in &self.clean {
            let _ = writeln!(out, "untouched   {name:<42} {findings} findings");
        }
        for fault in &self.faults {
            let missed = if fault.missed.is_empty() {
                String::new()
            } else {
                format!("  missed in {}", fault.missed.join(", "))
            };
            let _ = writeln!(
                out,
                "{:<11} {:<55} {}/{}{missed}",
                fault.check.name(),
                fault.name,
                fault.caught,
                fault.planted
            );
        }
        let wrong: usize = self.clean.iter().map(|(_, findings)| findings).sum();
        let kinds = self.faults.iter().filter(|fault| fault.planted > 0).count();
        let _ = writeln!(
            out,
            "{} untouched outputs, {wrong} findings; {kinds} kinds of faults, caught {}/{} planted",
            self.clean.len(),
            self.caught(),
            self.planted()
        );
        out
    }

    /// The same for machines.
    pub fn json(&self) -> Value {
        let clean: Vec<Value> =
            self.clean.iter().map(|(name, findings)| json!({"sample": name, "findings": findings})).collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|fault| {
                let (planted, caught) = (fault.planted, fault.caught);
                json!({"fault": fault.name, "check": fault.check.name(), "planted": planted, "caught": caught, "missed": fault.missed})
            })
            .collect();
        json!({"holds": self.holds(), "planted": self.planted(), "caught": self.caught(), "untouched": clean, "faults": faults})
    }
}
