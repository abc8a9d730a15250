//! What a tool says of itself at the start of its text.
use super::super::Asked;
use super::Found;
use crate::kind::ToolKind;
use cento_contract::RunState;

/// What a tool that is no shell says of itself, at the start of its text.
pub(super) fn said(asked: Asked<'_>, found: &mut Found<'_>) -> bool {
    const ANY: [&str; 4] = ["<tool_use_error>", "Unknown tool", "exec_command failed for ", "write_stdin failed: "];
    const READ: [&str; 5] = ["ERROR:\n", "Error: ENOENT", "ENOENT: ", "File does not exist", "Error: File not found"];
    const FAILED: [&str; 15] = [
        "Error: ",
        "ERROR: ",
        "ERROR:\n",
        "Error:\n",
        "Error executing ",
        "Error calling ",
        "Error running ",
        "Failed to ",
        "MCP error ",
        "InputValidationError",
        "Request failed with status code ",
        "Edit rejected:",
        "No replacement was performed",
        "apply_patch verification failed",
        "String to replace not found",
    ];
    const DONE: [&str; 9] = [
        "Success. Updated the following files:",
        "File created successfully at",
        "Successfully wrote ",
        "Successfully replaced ",
        "Successfully edited ",
        "Successfully created ",
        "Wrote file successfully",
        "Edit applied successfully",
        "Todos have been modified successfully",
    ];
    let text = found.body.trim_start();
    let starts = |all: &[&str]| all.iter().any(|words| text.starts_with(words));
    if starts(&ANY) || (text.starts_with("Tool '") && text.contains("' does not exist")) {
        let refused = text.starts_with("exec_command failed for ") && text.contains("Rejected(");
        return found.fail(if refused { RunState::Refused(None) } else { RunState::Failed });
    }
    match asked.kind {
        ToolKind::Shell | ToolKind::Code => return false,
        ToolKind::Read => return starts(&READ) && found.fail(RunState::Failed),
        _ if starts(&FAILED) => return found.fail(RunState::Failed),
        _ => {}
    }
    let (first, _) = text.split_once('\n').unwrap_or((text, ""));
    let changed = asked.kind == ToolKind::Change
        && ((first.starts_with("The file ")
            && (first.contains(" has been updated") || first.contains(" has been edited")))
            || (first.starts_with("File ") && (first.contains(" updated with changes") || first.contains(" created"))));
    if changed || starts(&DONE) {
        found.head.state = RunState::Succeeded;
        return true;
    }
    false
}
