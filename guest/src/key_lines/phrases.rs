//! Marks and phrases by which [`super::shape`] tells the kinds of lines. Matched as they are printed, case and all.

/// Marks that runners put before a failing test.
pub(super) const CROSSES: [&str; 7] = ["✕ ", "✗ ", "× ", "✘ ", "✖ ", "❌ ", "● "];
/// Marks and words at the start of a line about something that passed or merely ran.
pub(super) const PASSING: [&str; 12] =
    ["✓", "✔", "√", "✅", "PASS ", "PASS\t", "--- PASS", "=== RUN", "ok ", "(pass)", "[       OK ]", "--- SKIP"];
/// Ends of lines about something that passed.
pub(super) const PASSED_ENDS: [&str; 4] = ["... ok", " PASSED", "... ignored", "... skipped"];
/// Phrases of the shell, the loader and basic tools.
#[rustfmt::skip]
pub(super) const SHELL: [&str; 22] = [
    "command not found", "No such file or directory", "no such file or directory", "Permission denied",
    "permission denied", "not recognized as an internal", "is not recognized as", "Is a directory", "Not a directory",
    "No space left on device", "cannot access", "can't read", "can't open", "cannot open", "Operation not permitted",
    "Broken pipe", "Argument list too long", "unbound variable", "syntax error near", "Exec format error",
    "Too many open files", "No such process",
];
/// Phrases of a process that ended badly.
#[rustfmt::skip]
pub(super) const CRASH: [&str; 13] = [
    "Segmentation fault", "core dumped", "SIGSEGV", "SIGABRT", "SIGKILL", "stack overflow", "heap out of memory",
    "Out of memory", "out of memory", "OOMKilled", "oom-kill", "Bus error", "Illegal instruction",
];
/// Phrases of a failed link.
#[rustfmt::skip]
pub(super) const LINKER: [&str; 6] = [
    "undefined reference to", "undefined symbol", "Undefined symbols for", "unresolved external symbol",
    "multiple definition of", "cannot find -l",
];
/// Phrases of a web answer or a connection.
#[rustfmt::skip]
pub(super) const NET: [&str; 20] = [
    "404 Not Found", "401 Unauthorized", "403 Forbidden", "500 Internal Server Error", "502 Bad Gateway",
    "503 Service Unavailable", "504 Gateway", "429 Too Many Requests", "Connection refused", "connection refused",
    "Connection reset", "Could not resolve host", "ECONNREFUSED", "ETIMEDOUT", "ENOTFOUND", "EADDRINUSE",
    "CONNECTION_REFUSED", "timed out", "certificate verify failed", "address already in use",
];
/// Starts of what git says when it refuses.
#[rustfmt::skip]
pub(super) const GIT: [&str; 8] = [
    "CONFLICT (", "fatal: ", "error: failed to push", "! [rejected]", "! [remote rejected]",
    "error: Your local changes", "error: could not apply", "error: pathspec",
];
/// Starts of a line whose first word says that it is an error.
#[rustfmt::skip]
pub(super) const LABELS: [&str; 22] = [
    "Error:", "ERROR:", "error:", "ERROR ", "Error ", "FATAL", "Fatal", "fatal", "[ERROR]", "[error]", "CRITICAL",
    "│ Error:", "E: ", "ERR! ", "Failed to ", "failed to ", "FAILED: ", "FAILURE: ", "Unhandled ", "Uncaught ",
    "Could not ", "Cannot ",
];
/// Starts of lines of source code.
#[rustfmt::skip]
pub(super) const CODE: [&str; 46] = [
    // comments and decorators
    "//", "/*", "* ", "# ", "#[", "<!--", "--  ", "@",
    // statements
    "if ", "if(", "elif ", "else", "} else", "} catch", "except ", "except:", "catch ", "catch(", "try", "raise ",
    "throw ", "return ", "return(", "import ", "from ", "use ", "using ", "export ", "switch ", "case ", "assert ",
    // definitions
    "def ", "class ", "fn ", "pub ", "func ", "function ", "const ", "let ", "var ", "public ", "private ", "async ",
    "await ", "type ", "self.",
];
/// Ends of lines of source code.
pub(super) const CODE_ENDS: [&str; 9] = ["{", ";", "({", "=>", ");", "}, ", "},", "})", "&&"];
/// Commands whose output is text of files, not speech of a tool.
#[rustfmt::skip]
pub(super) const READERS: [&str; 23] = [
    "cat", "head", "tail", "sed", "grep", "egrep", "rg", "ag", "awk", "less", "bat", "nl", "wc", "ls", "find", "jq",
    "diff", "strings", "read_file", "search_files", "read", "view", "tree",
];
/// git's reading commands.
pub(super) const GIT_READERS: [&str; 5] = ["diff", "show", "log", "blame", "grep"];
