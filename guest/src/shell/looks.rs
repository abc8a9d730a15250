//! Programs and sub-commands that only look: they show, compute or check, and what they leave behind is made anew by
//! the next run. What is not named here counts as changing something.

/// Programs that only look, whatever their arguments are.
#[rustfmt::skip]
pub(super) const PROGRAMS: &[&str] = &[
    // Words of the shell itself.
    ":", ".", "[", "[[", "((", "alias", "break", "case", "cd", "continue", "declare", "dirs", "done", "echo", "esac",
    "exit", "export", "false", "fi", "for", "function", "hash", "help", "history", "in", "jobs", "let", "local",
    "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "select", "set", "shift",
    "shopt", "sleep", "source", "test", "trap", "true", "type", "typeset", "ulimit", "umask", "unset", "wait", "which",
    "where", "whereis",
    // Files and text.
    "ack", "ag", "basename", "bat", "batcat", "bzcat", "cat", "cksum", "cloc", "cmp", "colordiff", "column", "comm",
    "cut", "delta", "diff", "diffstat", "dir", "dirname", "du", "egrep", "exa", "expand", "eza", "fgrep", "file",
    "fmt", "fold", "grep", "gron", "head", "hexdump", "join", "jq", "less", "ll", "ls", "lsd", "md5", "md5sum", "more",
    "nl", "nm", "objdump", "od", "otool", "paste", "pr", "readelf", "readlink", "realpath", "rev", "rg", "scc", "seq",
    "sha1sum", "sha256sum", "sha512sum", "shasum", "shuf", "size", "stat", "strings", "sum", "tac", "tail", "tokei",
    "tr", "tree", "wc", "xxd", "xzcat", "yes", "zcat", "zgrep", "zipinfo", "zless",
    // The machine.
    "apropos", "apt-cache", "arch", "bc", "cal", "clear", "dc", "df", "dig", "dpkg-query", "expr", "factor", "free",
    "getconf", "getent", "groups", "host", "htop", "id", "iostat", "last", "ldd", "locale", "lsb_release", "lsblk",
    "lscpu", "lsmod", "lsof", "lspci", "lsusb", "man", "netstat", "nproc", "nslookup", "numfmt", "nvidia-smi", "pgrep",
    "ping", "pkg-config", "printenv", "ps", "pstree", "ss", "sw_vers", "top", "tput", "traceroute", "tty", "uname",
    "uptime", "vm_stat", "vmstat", "w", "whatis", "who", "whoami", "whois", "ffprobe", "identify", "mediainfo",
];

/// Programs that only check, unless an option says that they mend what they find.
#[rustfmt::skip]
pub(super) const CHECKERS: &[&str] = &[
    "actionlint", "ansible-lint", "ava", "bandit", "basedpyright", "bats", "behave", "clang-format", "clang-tidy",
    "cppcheck", "ctest", "depcheck", "doctest", "eslint", "flake8", "gofmt", "gofumpt", "goimports", "golangci-lint",
    "govulncheck", "hadolint", "jasmine", "jest", "json.tool", "karma", "knip", "madge", "markdownlint", "mocha",
    "mypy", "nosetests", "oxlint", "pest", "phpstan", "phpunit", "prettier", "psalm", "py.test", "py_compile",
    "pycodestyle", "pydocstyle", "pylint", "pyright", "pytest", "rspec", "rubocop", "shellcheck", "staticcheck",
    "stylelint", "svelte-check", "swiftlint", "tslint", "unittest", "vitest", "vulture", "yamllint", "yq",
];

/// Formatters: they only look with one of [`SHOWS`].
pub(super) const FORMATTERS: &[&str] =
    &["autopep8", "biome", "black", "dprint", "isort", "rustfmt", "shfmt", "yapf", "ruff format", "cargo fmt"];

/// Options with which a formatter says what it would do.
pub(super) const SHOWS: &[&str] = &["--check", "--check-only", "--diff", "-d", "-l", "--list"];

/// Options with which a checker changes what it checks, and a test what it expects.
#[rustfmt::skip]
pub(super) const MENDS: &[&str] = &[
    "--accept", "--apply", "--auto-correct", "--autocorrect", "--autocorrect-all", "--bless", "--delete", "--fix",
    "--fix-only", "--inplace", "--in-place", "--install-types", "--save", "--snapshot-update", "--unsafe-fixes",
    "--update", "--update-snapshots", "--updateSnapshot", "--write", "-A", "-a", "-i", "-u", "-w",
];

/// Sub-commands that only look.
#[rustfmt::skip]
pub(super) const SUB_COMMANDS: &[(&[&str], &[&str])] = &[
    (&["git"], &[
        "blame", "cat-file", "check-ignore", "cherry", "count-objects", "describe", "diff", "diff-index", "diff-tree",
        "for-each-ref", "fsck", "grep", "help", "log", "ls-files", "ls-remote", "ls-tree", "merge-base", "name-rev",
        "range-diff", "rev-list", "rev-parse", "shortlog", "show", "show-branch", "show-ref", "status", "var",
        "version", "whatchanged",
    ]),
    (&["gh", "glab"], &["view", "list", "status", "diff", "checks", "watch", "repos", "issues", "prs", "code"]),
    (&["npm", "pnpm", "yarn", "bun"], &[
        "test", "t", "tst", "ls", "ll", "la", "list", "view", "info", "show", "v", "outdated", "why", "explain",
        "root", "bin", "prefix", "ping", "whoami", "search", "help", "version-check", "licenses",
    ]),
    (&["pip", "pip3", "uv pip"], &["list", "show", "freeze", "check", "index", "search", "inspect", "debug", "tree"]),
    (&["uv", "poetry", "pdm", "pipenv", "rye", "hatch"], &["tree", "show", "check", "version", "graph", "list"]),
    (&["conda", "mamba", "micromamba"], &["list", "info", "search"]),
    (&["gem"], &["list", "search", "info", "which", "contents", "outdated", "specification"]),
    (&["bundle"], &["list", "show", "info", "outdated", "platform"]),
    (&["composer"], &["show", "validate", "outdated", "audit", "licenses", "why", "diagnose"]),
    (&["cargo"], &[
        "test", "t", "check", "c", "clippy", "bench", "tree", "metadata", "search", "info", "version", "nextest",
        "audit", "deny", "outdated", "locate-project", "pkgid", "doc", "help", "miri",
    ]),
    (&["go"], &["test", "vet", "list", "doc", "version"]),
    (&["go mod"], &["graph", "why", "verify"]),
    (&["ruff"], &["check", "rule", "linter", "version", "config"]),
    (&["apt"], &["list", "show", "search", "policy"]),
    (&["brew"], &["list", "ls", "info", "search", "outdated", "deps", "uses", "doctor", "config", "leaves", "desc"]),
    (&["dnf", "yum", "apk", "snap", "flatpak"], &["list", "info", "search", "repoquery", "provides", "find", "policy"]),
    (&["docker", "podman"], &[
        "ps", "images", "logs", "inspect", "stats", "top", "port", "version", "info", "history", "diff", "search",
        "events",
    ]),
    (&[
        "docker compose", "docker-compose", "docker image", "docker container", "docker volume", "docker network",
        "docker system", "docker context", "podman compose", "podman image", "podman container",
    ], &["ps", "logs", "config", "images", "top", "ls", "list", "inspect", "df", "history", "show", "version", "port"]),
    (&["kubectl", "oc"], &[
        "get", "describe", "logs", "top", "explain", "version", "cluster-info", "api-resources", "api-versions",
        "diff", "wait", "events",
    ]),
    (&["kubectl rollout"], &["status", "history"]),
    (&["kubectl config"], &["view", "get-contexts", "current-context", "get-clusters"]),
    (&["helm"], &["list", "ls", "status", "get", "show", "history", "template", "lint", "search", "version", "env"]),
    (&["terraform", "tofu"], &["plan", "show", "output", "validate", "version", "providers", "graph"]),
    (&["terraform state", "tofu state", "terraform workspace", "tofu workspace"], &["list", "show"]),
    (&["systemctl"], &[
        "status", "is-active", "is-enabled", "is-failed", "list-units", "list-unit-files", "list-timers", "show",
        "cat",
    ]),
    (&["launchctl"], &["list", "print"]),
    (&["tmux"], &["ls", "list-sessions", "list-windows", "list-panes", "capture-pane", "has-session"]),
    (&["redis-cli"], &["get", "keys", "info", "ttl", "scan", "exists", "type", "hgetall", "lrange", "dbsize", "ping"]),
    (&["alembic"], &["current", "history", "heads", "show", "check", "branches"]),
    (&["manage.py"], &["test", "check", "showmigrations", "sqlmigrate", "diffsettings"]),
    (&["rails"], &["test", "routes", "about", "stats", "notes"]),
    (&["flyway"], &["info", "validate"]),
    (&["prisma"], &["validate", "version"]),
    (&["astro"], &["check", "info"]),
    (&["flutter", "dart"], &["test", "analyze", "doctor", "devices"]),
    (&["dotnet", "swift", "mix", "bazel", "playwright"], &["test", "list", "query"]),
    (&["aws s3"], &["ls"]),
    (&["gsutil", "rclone"], &["ls", "cat", "stat", "size", "lsf"]),
    (&["ip"], &["show"]),
];

/// Programs whose sub-command is the second word where the first is one of these.
pub(super) const GROUPS: &[&str] = &[
    "go mod",
    "uv pip",
    "docker compose",
    "docker image",
    "docker container",
    "docker volume",
    "docker network",
    "docker system",
    "docker context",
    "podman compose",
    "podman image",
    "podman container",
    "kubectl rollout",
    "kubectl config",
    "terraform state",
    "terraform workspace",
    "tofu state",
    "tofu workspace",
    "aws s3",
];

/// Programs that run what a file of the project gives a name.
pub(super) const RUNNERS: &[&str] = &[
    "make", "gmake", "just", "task", "rake", "gradle", "gradlew", "mvn", "mvnw", "ninja", "tox", "nox", "sbt", "lein",
    "mage", "npm", "pnpm", "yarn", "bun", "turbo", "nx",
];

/// More names than this are not read.
pub(super) const MOST_NAMES: usize = 64;

/// Words in such a name that say that it only checks.
pub(super) const CHECKS: &[&str] = &[
    "test",
    "tests",
    "check",
    "checks",
    "lint",
    "typecheck",
    "types",
    "type",
    "vet",
    "bench",
    "verify",
    "validate",
    "coverage",
    "unit",
    "e2e",
    "integration",
    "spec",
    "clippy",
    "tsc",
    "help",
];

/// Words in such a name that say that it changes something after all.
pub(super) const FIXES: &[&str] =
    &["fix", "write", "update", "install", "deploy", "publish", "release", "migrate", "push", "clean", "bless"];

/// Options before a sub-command that have a value.
#[rustfmt::skip]
pub(super) const VALUES: &[&str] = &[
    "-C", "-c", "--git-dir", "--work-tree", "-n", "--namespace", "--context", "--kubeconfig", "--profile", "--region",
    "--project", "--prefix", "--filter", "-F", "--cwd", "--dir", "-f", "--file", "-p", "-R", "--repo",
    "--manifest-path", "-h", "--host",
];
