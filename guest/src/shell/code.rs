//! Words of code and of statements to a database that do more than read and compute.
//!
//! Takes the text; says yes where one of them stands anywhere in it, also in a string: a call that stays costs little.

/// Words in code that do more than read and compute.
#[rustfmt::skip]
const ACTS: &[&str] = &[
    "write", ".save", "dump(", "patch(", "terminal(", "subprocess", "os.system", "unlink", "remove(", "rename(",
    "mkdir", "rmtree", "shutil", "commit(", "requests.p", "requests.d", "to_csv", "to_json(", "to_parquet", "popen",
    "child_process", "execsync", "spawn", "makedirs", "extractall", "urlretrieve", "chmod", "symlink", ".delete(",
    ".post(", ".put(", ".drop(", "insert(", "update(", "kill(", "system(", "touch(", "appendfile", "copyfile", ".copy(",
    "savefig", "imwrite", "sendmail", "send(", "'w'", "\"w\"", "'a'", "\"a\"", "'wb'", "\"wb\"", "'r+'", "truncate",
    "rmsync", "insert into", "delete from", "drop table", "alter table", "create table", "set(key", "exec(", "publish(",
];

/// True for code that may change something.
pub fn acts(code: &str) -> bool {
    let small = code.to_ascii_lowercase();
    ACTS.iter().any(|word| small.contains(word))
}

/// True for statements that change a database.
pub fn alters(statements: &str) -> bool {
    const WORDS: &[&str] = &[
        "alter", "analyze", "attach", "call", "copy", "create", "delete", "do", "drop", "grant", "import", "insert",
        "into", "load", "merge", "reindex", "refresh", "rename", "replace", "restore", "revoke", "truncate", "update",
        "upsert", "vacuum",
    ];
    any(statements, WORDS)
}

/// True for statements that ask for something.
pub(super) fn asks(statements: &str) -> bool {
    const WORDS: &[&str] =
        &["select", "show", "explain", "describe", "pragma", "tables", "schema", "dt", "d", "l", "count", "databases"];
    any(statements, WORDS)
}

fn any(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| words.iter().any(|x| w.eq_ignore_ascii_case(x)))
}
