//! What a tool is for, by its name.
//!
//! Takes the name as given; gives a kind. Names differ by harness, so both the exact names that agents use and, for
//! file tools behind a server prefix (`mcp__files__edit_file`), the last part are known. Anything else is `Other`.

/// Kinds of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    /// Runs shell commands.
    Shell,
    /// Runs code of another language.
    Code,
    /// Looks after running processes.
    Process,
    /// Reads files.
    Read,
    /// Changes files.
    Change,
    /// Keeps the todo list.
    Todo,
    /// Anything else, also a name that is not known.
    Other,
}

/// Longest name that is looked at.
const MAX_NAME: usize = 200;

/// The kind of a tool.
pub fn kind(tool: &str) -> ToolKind {
    if tool.len() > MAX_NAME {
        return ToolKind::Other;
    }
    let name = plain_name(tool);
    match name.as_str() {
        "terminal" | "bash" | "shell" | "execcommand" | "executebash" | "localshell" | "localshellcall"
        | "shellcommand" | "runterminalcmd" | "runterminalcommand" | "runcommand" | "executecommand"
        | "runshellcommand" | "powershell" | "pwsh" | "runinterminal" | "runbash" | "bashtool" | "containerexec"
        | "exec" | "sh" | "runshell" | "executeshell" | "shellexec" => ToolKind::Shell,
        "executecode" | "executeipythoncell" | "ipython" | "python" | "runcode" | "jupyter" | "codeinterpreter" => {
            ToolKind::Code
        }
        "process" | "processmanage" | "writestdin" | "bashoutput" | "killshell" | "killbash" | "readbash"
        | "stopbash" | "writebash" | "listbash" | "taskoutput" | "taskstop" | "getterminaloutput" | "shelloutput"
        | "readpowershell" | "stoppowershell" | "writepowershell" => ToolKind::Process,
        "readfile" | "read" | "view" | "cat" | "open" | "openfile" | "viewfile" | "readtextfile" | "notebookread"
        | "readmanyfiles" | "readfiles" | "viewimage" | "fileread" | "getfilecontents" => ToolKind::Read,
        "patch"
        | "applypatch"
        | "edit"
        | "multiedit"
        | "write"
        | "writefile"
        | "create"
        | "createfile"
        | "strreplaceeditor"
        | "strreplacebasededittool"
        | "strreplace"
        | "insert"
        | "editfile"
        | "replace"
        | "replaceinfile"
        | "writetofile"
        | "notebookedit"
        | "editnotebook"
        | "deletefile"
        | "deletefiles"
        | "renamefile"
        | "movefile"
        | "copyfile"
        | "fileeditor"
        | "searchreplace"
        | "searchandreplace"
        | "appendfile"
        | "savefile"
        | "removefile"
        | "inserteditintofile"
        | "filewrite"
        | "fileedit"
        | "applydiff"
        | "insertcontent"
        | "removefiles" => ToolKind::Change,
        "todo" | "todowrite" | "todolist" | "todoread" | "updateplan" | "updatetodo" | "updatetodolist"
        | "taskcreate" | "taskupdate" | "managetodolist" | "writetodos" => ToolKind::Todo,
        _ => ToolKind::Other,
    }
}

/// Small letters and digits of the last part of a name: `mcp__files__Edit_File` is `editfile`.
fn plain_name(tool: &str) -> alloc::string::String {
    // Byte by byte: a name is short, and to set up a search for a word takes longer.
    let last = tool.as_bytes().windows(2).rposition(|pair| pair == b"__").map_or(0, |at| at + 2);
    let last = tool.get(last..).unwrap_or(tool);
    let last = if last.contains('.') { last.rsplit_once("functions.").map_or(last, |(_, last)| last) } else { last };
    let mut name = alloc::string::String::with_capacity(last.len());
    name.extend(last.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()));
    name
}
