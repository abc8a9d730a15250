//! Findings as lines for people and as JSON for machines. Quotes nothing of the conversation.
use crate::{Audit, Check, Kind};
use serde_json::{Value, json};
use std::fmt::Write;

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unchanged => "unchanged",
            Kind::Project => "project",
            Kind::Slim => "slim",
            Kind::Prune => "prune",
            Kind::Other => "other",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Kind::Unchanged => "nothing was to change",
            Kind::Project => "the middle became a summary",
            Kind::Slim => "texts were shortened in place",
            Kind::Prune => "calls and results went or were cut",
            Kind::Other => "by another program: there is no report of Cento",
        }
    }
}

impl Audit {
    /// True when nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn findings_of(&self, check: Check) -> usize {
        self.findings.iter().filter(|finding| finding.check == check).count()
    }

    fn looked_at(&self, check: Check) -> usize {
        self.looked_at.iter().find(|(of, _)| *of == check).map_or(0, |(_, count)| *count)
    }

    /// Lines: the checks with what they looked at, the findings, what could not be checked, a verdict.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let (before, after) = self.messages;
        let _ = writeln!(out, "{before} messages -> {after}; {}", self.kind.sentence());
        for check in Check::ALL {
            let (looked, wrong) = (self.looked_at(check), self.findings_of(check));
            if looked + wrong > 0 {
                let verdict = if wrong == 0 { "ok".to_string() } else { format!("{wrong} wrong") };
                let _ = writeln!(out, "{:<11} {looked:>6} {:<40} {verdict}", check.name(), check.counts());
            }
        }
        for what in &self.not_checked {
            let _ = writeln!(out, "not checked: {what}");
        }
        for finding in &self.findings {
            let _ = writeln!(out, "{}: {}: {}", finding.check.name(), finding.place, finding.what);
        }
        let _ = match self.findings.len() {
            0 => writeln!(out, "no findings"),
            1 => writeln!(out, "1 finding"),
            n => writeln!(out, "{n} findings"),
        };
        out
    }

    /// The same for machines.
    pub fn json(&self) -> Value {
        let checks: Vec<Value> = Check::ALL
            .into_iter()
            .map(|check| json!({"check": check.name(), "looked_at": self.looked_at(check), "findings": self.findings_of(check)}))
            .collect();
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                json!({"check": finding.check.name(), "place": finding.place.to_string(), "what": finding.what})
            })
            .collect();
        json!({
            "clean": self.is_clean(),
            "kind": self.kind.name(),
            "messages_before": self.messages.0,
            "messages_after": self.messages.1,
            "checks": checks,
            "findings": findings,
            "not_checked": self.not_checked,
        })
    }
}
