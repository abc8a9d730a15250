//! Every file of `tests/cases`.
use cento_tests::case;
use std::path::Path;

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("tests/cases").filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "json"));
    files.sort();
    assert!(files.len() >= 30, "only {} cases found", files.len());
    let mut report = String::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a case file");
        for fault in case::faults(&text) {
            report.push_str(&format!("{}: {fault}\n", file.file_name().unwrap_or_default().to_string_lossy()));
        }
    }
    assert!(report.is_empty(), "\n{report}");
}
