//! Builds of images: docker, buildx, podman, compose.
//!
//! Takes the lines of a run; weighs them. Steps are named once, what a failing step printed last, and the error stay;
//! layers, transfers, cached steps and what a step that went well printed go. Promises: linear.
//! Leaves out: what the program inside a step means, but for what any run tells of its end.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, USUAL, kinds};

static TABLE: Table = Table {
    starts: &[
        ("ERROR", MUST),
        ("Error", MUST),
        ("failed to solve", MUST),
        ("error: failed to solve", MUST),
        ("Successfully built", MUST),
        ("Successfully tagged", MUST),
        ("naming to ", HIGH),
        ("writing image ", HIGH),
        ("The command ", MUST),
        ("Step ", USUAL),
        (">>> ", MUST),
        ("> [", MUST),
        ("---> ", NOISE),
        ("Removing intermediate", NOISE),
        ("Sending build context", LOW),
        ("transferring ", NOISE),
        ("extracting ", NOISE),
        ("exporting ", NOISE),
        ("resolve ", NOISE),
        ("sha256:", NOISE),
        ("CACHED", NOISE),
        ("DONE", NOISE),
        ("...", NOISE),
        ("WARN", USUAL),
        ("warning", LOW),
        ("[internal]", NOISE),
        ("[", USUAL),
        ("=> [internal]", NOISE),
        ("=> => ", NOISE),
        ("=> ERROR", MUST),
        ("=> CACHED", NOISE),
        ("=> ", USUAL),
        ("E: ", MUST),
        ("Get:", NOISE),
        ("Hit:", NOISE),
        ("Unpacking ", NOISE),
        ("Selecting ", NOISE),
        ("Setting up ", NOISE),
        ("Preparing to unpack", NOISE),
        ("Collecting ", NOISE),
        ("Downloading ", NOISE),
    ],
    ends: &[
        (": Pulling fs layer", NOISE),
        (": Waiting", NOISE),
        (": Verifying Checksum", NOISE),
        (": Pull complete", NOISE),
        (": Download complete", NOISE),
    ],
    has: &[
        (": Downloading ", NOISE),
        (": Extracting ", NOISE),
        ("failed to solve", MUST),
        ("did not complete successfully", MUST),
        ("error: ", FAULT),
        ("Error: ", FAULT),
        ("ERROR", FAULT),
    ],
};

/// Weighs the lines.
pub(super) fn build(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    // The frame around the error: a ruler, `> [step] RUN …:`, what it printed, a ruler, the Dockerfile.
    let mut frame = false;
    for (line, slot) in lines.iter().zip(worth) {
        let bare = bare(line);
        if line.starts_with("------") || line.starts_with("-----") {
            (frame, *slot) = (false, NOISE);
            continue;
        }
        frame |= bare.starts_with("> [");
        *slot = match TABLE.worth(bare) {
            Some(known) if known >= HIGH => known,
            _ if frame => HIGH,
            Some(known) => known,
            // What a step prints.
            None if line.starts_with('#') => LOW,
            None => USUAL,
        };
    }
}

/// The words of a line of plain progress: `#12 3.4 words` is `words`.
fn bare(line: &str) -> &str {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return line.trim_start() };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let time = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if time.starts_with(' ') { time.trim_start() } else { rest }
}

/// Is it the build of an image?
pub(super) fn is_build(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        let line = line.trim_start();
        (line.starts_with(['#', '=', '[']) && line.contains("load build definition from Dockerfile"))
            || line.starts_with("Sending build context to Docker")
            || (line.starts_with("Step 1/") && line.contains(" : FROM"))
    })
}
