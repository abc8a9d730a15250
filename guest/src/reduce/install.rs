//! Package managers: npm, pnpm, yarn, bun; pip, uv, poetry, conda; apt, dnf; brew.
//!
//! Takes the lines of a run; weighs them. What was added, what is refused and the counts stay; downloads, unpacking and
//! warnings of old packages go. Promises: linear. Leaves out: what a script of a package prints, but for its end.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, USUAL, kinds};

static NPM: Table = Table {
    starts: &[
        ("npm error A complete log", NOISE),
        ("npm ERR! A complete log", NOISE),
        ("npm error code", MUST),
        ("npm ERR! code", MUST),
        ("npm error errno", MUST),
        ("npm ERR! errno", MUST),
        ("npm error", FAULT),
        ("npm ERR!", FAULT),
        ("npm warn deprecated", NOISE),
        ("npm WARN deprecated", NOISE),
        ("npm warn", LOW),
        ("npm WARN", LOW),
        ("npm http", NOISE),
        ("npm verb", NOISE),
        ("npm info", NOISE),
        ("npm sill", NOISE),
        ("npm notice", NOISE),
        ("added ", TOTAL),
        ("removed ", TOTAL),
        ("changed ", TOTAL),
        ("up to date", TOTAL),
        ("audited ", HIGH),
        ("found ", TOTAL),
        ("To address", NOISE),
        ("Run `npm", NOISE),
        ("run `npm", NOISE),
        ("npm audit fix", NOISE),
        ("Progress: ", NOISE),
        ("Packages: ", HIGH),
        ("dependencies:", HIGH),
        ("devDependencies:", HIGH),
        ("ERR_PNPM", MUST),
        ("WARN", LOW),
        ("warning ", LOW),
        ("error ", MUST),
        ("info ", NOISE),
        ("success ", MUST),
        ("[1/", NOISE),
        ("[2/", NOISE),
        ("[3/", NOISE),
        ("[4/", NOISE),
        ("➤ YN0000: ·", LOW),
        ("➤ YN0013", NOISE),
        ("Done in", MUST),
        ("> ", HIGH),
    ],
    ends: &[],
    has: &[
        ("vulnerabilit", TOTAL),
        ("looking for funding", NOISE),
        ("deprecated", NOISE),
        ("ERR_PNPM", MUST),
        (" ELIFECYCLE ", MUST),
        ("Command failed", MUST),
        ("Error: ", FAULT),
        ("error", FAULT),
    ],
};

/// Weighs the lines of npm, pnpm, yarn and bun.
pub(super) fn npm(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    NPM.weigh(lines, worth);
}

static PIP: Table = Table {
    starts: &[
        ("ERROR:", MUST),
        ("error:", MUST),
        ("error", FAULT),
        ("×", MUST),
        ("╰─>", HIGH),
        ("Successfully installed", TOTAL),
        ("Successfully uninstalled", LOW),
        ("Successfully built", HIGH),
        ("Installed ", TOTAL),
        ("Resolved ", HIGH),
        ("Prepared ", LOW),
        ("Uninstalled ", HIGH),
        ("Audited ", HIGH),
        ("Requirement already satisfied", NOISE),
        ("Collecting ", LOW),
        ("Downloading ", NOISE),
        ("Using cached", NOISE),
        ("Obtaining ", LOW),
        ("Preparing metadata", NOISE),
        ("Getting requirements", NOISE),
        ("Installing build dependencies", NOISE),
        ("Installing backend", NOISE),
        ("Installing collected packages", LOW),
        ("Building wheel", LOW),
        ("Created wheel", NOISE),
        ("Stored in directory", NOISE),
        ("Attempting uninstall", NOISE),
        ("Found existing", NOISE),
        ("Uninstalling ", NOISE),
        ("running build", NOISE),
        ("running ", NOISE),
        ("copying ", NOISE),
        ("creating ", NOISE),
        ("writing ", NOISE),
        ("reading ", NOISE),
        ("adding ", NOISE),
        ("━", NOISE),
        ("[notice]", NOISE),
        ("note: ", LOW),
        ("hint: ", LOW),
        ("WARNING:", LOW),
        ("+ ", HIGH),
        ("- ", HIGH),
        ("~ ", LOW),
        ("gcc ", NOISE),
        ("x86_64-linux-gnu-gcc", NOISE),
    ],
    ends: &[("eta 0:00:00", NOISE)],
    has: &[
        ("━━", NOISE),
        ("fatal error: ", MUST),
        (": error: ", MUST),
        ("Failed building", MUST),
        ("Error: ", FAULT),
        ("No matching distribution", MUST),
    ],
};

/// Weighs the lines of pip, uv, poetry and conda.
pub(super) fn pip(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    PIP.weigh(lines, worth);
}

static APT: Table = Table {
    starts: &[
        ("E: ", MUST),
        ("W: ", HIGH),
        ("N: ", LOW),
        ("Err:", MUST),
        ("Get:", NOISE),
        ("Hit:", NOISE),
        ("Ign:", LOW),
        ("Fetched ", HIGH),
        ("Reading ", NOISE),
        ("Building dependency", NOISE),
        ("Selecting ", NOISE),
        ("Preparing ", NOISE),
        ("Unpacking ", NOISE),
        ("(Reading database", NOISE),
        ("Setting up ", LOW),
        ("Processing triggers", NOISE),
        ("Need to get", HIGH),
        ("After this operation", LOW),
        ("debconf:", NOISE),
        ("The following NEW", HIGH),
        ("The following packages have unmet", MUST),
        ("The following", USUAL),
        ("Unable to", MUST),
        ("Errors were encountered", MUST),
        ("dpkg: error", MUST),
        ("Complete!", MUST),
        ("Error: ", MUST),
        ("Depends: ", FAULT),
        ("WARNING: apt does not", NOISE),
    ],
    ends: &[],
    has: &[
        (" newly installed", TOTAL),
        ("not upgraded", TOTAL),
        ("but it is not", FAULT),
        ("unmet dependencies", MUST),
        (" : Depends:", MUST),
        ("error processing", MUST),
        (" failed", FAULT),
    ],
};

/// Weighs the lines of apt and dnf.
pub(super) fn apt(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    APT.weigh(lines, worth);
}

static BREW: Table = Table {
    starts: &[
        ("Error: ", MUST),
        ("Warning: ", HIGH),
        ("🍺", HIGH),
        ("==> Downloading", NOISE),
        ("==> Fetching", NOISE),
        ("==> Pouring", LOW),
        ("==> Auto-updat", NOISE),
        ("==> Caveats", HIGH),
        ("==> Summary", NOISE),
        ("==> Installing", HIGH),
        ("==> Upgrading", HIGH),
        ("==> Running `brew cleanup", NOISE),
        ("==> ", USUAL),
        ("Already downloaded", NOISE),
        ("Removing: ", NOISE),
        ("Disable this behaviour", NOISE),
        ("Hide these hints", NOISE),
        ("####", NOISE),
        ("Updated ", LOW),
    ],
    ends: &[("100.0%", NOISE)],
    has: &[("is already installed", HIGH), ("No available formula", MUST)],
};

/// Weighs the lines of brew.
pub(super) fn brew(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    BREW.weigh(lines, worth);
    // What an error goes on to say.
    let mut error = false;
    for (line, worth) in lines.iter().zip(worth) {
        error = line.starts_with("Error: ") || (error && line.starts_with("  "));
        if error {
            *worth = (*worth).max(FAULT);
        }
    }
}

/// Is it the output of npm and the like?
pub(super) fn is_npm(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        ["npm error ", "npm ERR! ", "npm warn ", "npm WARN ", "➤ YN0000"].iter().any(|start| line.starts_with(start))
            || (line.starts_with("added ") && line.contains(" packages"))
            || (line.starts_with("Progress: resolved ") && line.contains(", reused "))
    })
}

/// Is it the output of pip?
pub(super) fn is_pip(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        line.starts_with("Requirement already satisfied: ")
            || line.starts_with("Successfully installed ")
            || (line.starts_with("Collecting ") && line.len() < 120)
    })
}

/// Is it the output of apt?
pub(super) fn is_apt(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| line.starts_with("Reading package lists...") || line.starts_with("Get:1 http"))
}

/// Is it the output of brew?
pub(super) fn is_brew(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        line.starts_with("==> Fetching ")
            || line.starts_with("==> Pouring ")
            || line.starts_with("==> Auto-updating Homebrew")
    })
}
