//! Whether a command changes anything that lasts.
//!
//! Takes a command line; says yes for files written, moved or removed, and for programs and sub-commands that are
//! there to change something: a repository, packages, processes, a server. Promises: total and linear. Leaves out:
//! what a script or program of the project does inside; its name does not tell.
use super::program::{base, program, sub_command};
use super::split::{Simple, Word, split};
use super::{MAX_DEPTH, files, script};
use crate::opened::Op;

/// Programs whose every run changes something.
const PROGRAMS: [&str; 28] = [
    "mkdir",
    "rmdir",
    "rm",
    "unlink",
    "mv",
    "cp",
    "touch",
    "ln",
    "chmod",
    "chown",
    "tee",
    "dd",
    "truncate",
    "install",
    "rsync",
    "scp",
    "kill",
    "pkill",
    "killall",
    "patch",
    "apply_patch",
    "applypatch",
    "crontab",
    "useradd",
    "usermod",
    "createdb",
    "dropdb",
    "unzip",
];

/// Programs that change something with these sub-commands.
const SUB_COMMANDS: [(&[&str], &[&str]); 9] = [
    (
        &["git"],
        &[
            "add",
            "am",
            "apply",
            "branch",
            "checkout",
            "cherry-pick",
            "clean",
            "clone",
            "commit",
            "fetch",
            "init",
            "merge",
            "mv",
            "pull",
            "push",
            "rebase",
            "reset",
            "restore",
            "revert",
            "rm",
            "stash",
            "submodule",
            "switch",
            "tag",
            "worktree",
            "remote",
            "config",
        ],
    ),
    (
        &["gh", "glab"],
        &[
            "create", "merge", "comment", "close", "reopen", "edit", "delete", "review", "upload", "clone", "fork",
            "set", "rerun", "cancel", "checkout", "ready",
        ],
    ),
    (
        &[
            "npm", "pnpm", "yarn", "bun", "pip", "pip3", "pipx", "uv", "poetry", "cargo", "gem", "bundle", "composer",
            "go",
        ],
        &[
            "install",
            "i",
            "ci",
            "add",
            "remove",
            "uninstall",
            "update",
            "upgrade",
            "publish",
            "link",
            "init",
            "get",
            "sync",
        ],
    ),
    (
        &["apt", "apt-get", "brew", "dnf", "yum", "apk", "pacman"],
        &["install", "remove", "upgrade", "update", "purge", "add", "-S"],
    ),
    (
        &["docker", "podman", "docker-compose", "compose"],
        &[
            "run", "rm", "rmi", "build", "up", "down", "start", "stop", "restart", "kill", "exec", "push", "pull",
            "prune", "create",
        ],
    ),
    (
        &["kubectl", "helm"],
        &[
            "apply",
            "create",
            "delete",
            "edit",
            "patch",
            "scale",
            "rollout",
            "replace",
            "set",
            "install",
            "upgrade",
            "uninstall",
        ],
    ),
    (&["terraform", "tofu", "pulumi"], &["apply", "destroy", "import", "init", "up"]),
    (
        &["systemctl", "service", "launchctl"],
        &["start", "stop", "restart", "enable", "disable", "reload", "load", "unload"],
    ),
    (&["tmux", "screen"], &["new-session", "new", "send-keys", "kill-session"]),
];

/// Methods of HTTP that change something, and options that send a body.
const SENDS: [&str; 12] =
    ["POST", "PUT", "PATCH", "DELETE", "-XPOST", "-XPUT", "-XPATCH", "-XDELETE", "-d", "--data", "--data-raw", "-F"];

/// True when the command is there to change something that lasts.
pub fn changes(command: &str) -> bool {
    within(command, 0)
}

fn within(command: &str, depth: usize) -> bool {
    split(command).iter().any(|simple| {
        one(simple) || (depth < MAX_DEPTH && script(simple).is_some_and(|script| within(script, depth + 1)))
    })
}

fn one(simple: &Simple<'_>) -> bool {
    if simple.writes.iter().any(|(target, _)| !target.value.starts_with("/dev/") && !target.value.starts_with('&')) {
        return true;
    }
    let mut effects = alloc::vec::Vec::new();
    files::effects(simple, &mut effects);
    if effects.iter().any(|e| e.op != Op::Read && !e.path.starts_with("/dev/")) {
        return true;
    }
    let words = simple.words.get(program(simple)..).unwrap_or_default();
    let Some((first, arguments)) = words.split_first() else { return false };
    let name = base(&first.value);
    if PROGRAMS.contains(&name) || (matches!(name, "sed" | "gsed" | "perl") && edits_in_place(arguments)) {
        return true;
    }
    if matches!(name, "curl" | "wget" | "http" | "xh") {
        return arguments.iter().any(|w| SENDS.contains(&w.value.as_ref()));
    }
    if name == "find" {
        return arguments.iter().any(|w| matches!(w.value.as_ref(), "-delete" | "-exec"))
            && arguments.iter().any(|w| w.value == "-delete" || PROGRAMS.contains(&w.value.as_ref()));
    }
    let Some((_, subs)) = SUB_COMMANDS.iter().find(|(names, _)| names.contains(&name)) else { return false };
    match name {
        // `gh pr create`, `docker compose up`, `uv pip install`: the verb stands second.
        "gh" | "glab" | "docker" | "podman" | "uv" | "kubectl" => {
            arguments.iter().filter(|w| !w.value.starts_with('-')).take(2).any(|w| subs.contains(&w.value.as_ref()))
        }
        "git" => sub_command(arguments).is_some_and(|(at, sub)| subs.contains(&sub) && !only_lists(sub, arguments, at)),
        "yarn" if arguments.is_empty() => true,
        _ => sub_command(arguments).is_some_and(|(_, sub)| subs.contains(&sub)),
    }
}

fn edits_in_place(arguments: &[Word<'_>]) -> bool {
    arguments.iter().any(|w| {
        let short = w.value.starts_with('-') && !w.value.starts_with("--");
        w.value.starts_with("--in-place") || (short && w.value.contains('i'))
    })
}

/// Options with which `git branch` and `git tag` change something.
#[rustfmt::skip]
const CHANGING: [&str; 16] = [
    "-d", "-D", "-m", "-M", "-c", "-C", "-f", "-u", "--delete", "--move", "--copy", "--force", "--set-upstream-to",
    "--unset-upstream", "--edit-description", "--track",
];

/// Options with which they show what there is.
#[rustfmt::skip]
const LISTING: [&str; 16] = [
    "-l", "-a", "-r", "-v", "-vv", "-n", "--list", "--all", "--remotes", "--verbose", "--contains", "--no-contains",
    "--merged", "--no-merged", "--points-at", "--show-current",
];

/// `git branch`, `git tag`, `git stash list`, `git remote -v`: these show and change nothing.
fn only_lists(sub: &str, arguments: &[Word<'_>], at: usize) -> bool {
    let rest = arguments.get(at + 1..).unwrap_or_default();
    let first = rest.first().map_or("", |w| w.value.as_ref());
    let has = |looks: &[&str]| rest.iter().any(|w| looks.contains(&w.value.split('=').next().unwrap_or_default()));
    match sub {
        "branch" | "tag" if has(&CHANGING) => false,
        // With one of these, names are patterns to look for.
        "branch" | "tag" if has(&LISTING) => true,
        "branch" | "tag" => rest.iter().all(|w| w.value.starts_with('-')),
        // What the server has is looked at; only a branch that is named on both sides becomes another one here.
        "fetch" => !rest.iter().any(|w| !w.value.contains("://") && !w.value.contains('@') && w.value.contains(':')),
        "stash" => matches!(first, "list" | "show"),
        "remote" | "submodule" | "worktree" => matches!(first, "" | "-v" | "show" | "get-url" | "status" | "list"),
        "config" => rest.iter().any(|w| w.value.starts_with("--get") || w.value == "--list" || w.value == "-l"),
        "apply" => rest.iter().any(|w| matches!(w.value.as_ref(), "--check" | "--stat")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_something() {
        for command in [
            "git commit -m 'x'",
            "cd a && git -C b push origin main",
            "git add -A; git status",
            "git branch -D old",
            "git branch -r -d origin/old",
            "git branch --set-upstream-to=origin/main",
            "git branch topic",
            "git fetch origin main:mirror",
            "git tag v1",
            "git stash",
            "echo a > b.txt",
            "make 2>&1 | tee log.txt",
            "sed -i 's/a/b/' x",
            "mkdir -p out",
            "bash -lc 'rm -rf build'",
            "npm install left-pad",
            "sudo apt-get install -y jq",
            "gh pr create --fill",
            "docker compose up -d",
            "curl -X POST http://localhost/items",
            "cat <<'EOF' > notes.md\nx\nEOF",
            "find . -name '*.tmp' -delete",
            "find . -name '*.tmp' -exec rm {} +",
        ] {
            assert!(changes(command), "{command}");
        }
    }

    #[test]
    fn what_only_looks() {
        for command in [
            "git status",
            "git log --oneline | head",
            "git branch -a",
            "git branch --list 'topic/*'",
            "git branch -r --contains 1a2b3c4",
            "git branch --format='%(refname)'",
            "git tag -l 'v1.*'",
            "git fetch",
            "git fetch --all --prune",
            "git fetch https://example.org/tide.git main",
            "git stash list",
            "git remote -v",
            "git diff > /dev/null 2>&1",
            "cat notes.md",
            "grep -rn 'rm -rf' .",
            "npm test",
            "cargo test 2>&1 | tail -5",
            "gh pr view 12",
            "docker ps",
            "curl -s http://localhost/items",
            "sed -n 1,20p x",
            "find . -name '*.rs' -exec wc -l {} +",
            "",
        ] {
            assert!(!changes(command), "{command}");
        }
    }
}
