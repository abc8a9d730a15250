//! Services: terraform plan and apply, kubectl.
//!
//! Takes the lines; weighs them. Of a plan the resources with what happens to them, replaced and removed ones first,
//! changed attributes, errors and the totals stay; refreshed state and attributes of what is new go. Of a table of
//! kubectl the rows that are not well stay, of a description its state and events. Promises: linear.
//! Leaves out: manifests, which are data like any other.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, USUAL, kinds};

static TERRAFORM: Table = Table {
    starts: &[
        ("Plan: ", TOTAL),
        ("Apply complete", TOTAL),
        ("Destroy complete", TOTAL),
        ("No changes", TOTAL),
        ("Error", MUST),
        ("│ Error", MUST),
        ("│ Warning", HIGH),
        ("│   on ", MUST),
        ("│ ", FAULT),
        ("╷", NOISE),
        ("╵", NOISE),
        ("Note: ", NOISE),
        ("Terraform used", NOISE),
        ("Terraform will perform", LOW),
        ("Initializing", NOISE),
        ("- Installing ", NOISE),
        ("- Installed ", LOW),
        ("- Finding ", NOISE),
        ("Changes to Outputs", HIGH),
    ],
    ends: &[
        (" will be created", HIGH),
        (" will be updated in-place", FAULT),
        (" will be destroyed", FAULT),
        (" must be replaced", FAULT),
        (" be replaced, as requested", FAULT),
        (" will be read during apply", LOW),
        ("# forces replacement", FAULT),
        ("(known after apply)", NOISE),
    ],
    has: &[
        (": Refreshing state...", NOISE),
        (": Reading...", NOISE),
        (": Read complete", NOISE),
        (": Still creating", NOISE),
        (": Still destroying", NOISE),
        (": Creating...", NOISE),
        (": Creation complete", HIGH),
        (": Destruction complete", HIGH),
        (": Modifications complete", HIGH),
        ("unchanged ", NOISE),
        (" -> ", HIGH),
    ],
};

/// Weighs the lines of a plan.
pub(super) fn terraform(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    for (line, slot) in lines.iter().zip(worth) {
        *slot = TERRAFORM.worth(line).unwrap_or_else(|| {
            let bare = line.trim_start();
            match bare.as_bytes().first() {
                // The line under the comment says the same once more.
                Some(b'+' | b'-' | b'~') if bare.contains("resource \"") => LOW,
                Some(b'~' | b'-') => USUAL,
                Some(b'+') => LOW,
                Some(b'}' | b']') => NOISE,
                _ => USUAL,
            }
        });
    }
}

static KUBECTL: Table = Table {
    starts: &[
        ("NAME ", MUST),
        ("NAMESPACE ", MUST),
        ("LAST SEEN", MUST),
        ("Error", MUST),
        ("error", MUST),
        ("Unable to connect", MUST),
        ("Name:", MUST),
        ("Namespace:", HIGH),
        ("Status:", MUST),
        ("State:", HIGH),
        ("Last State:", HIGH),
        ("Reason:", MUST),
        ("Message:", FAULT),
        ("Exit Code:", MUST),
        ("Restart Count:", HIGH),
        ("Image:", HIGH),
        ("Ready:", HIGH),
        ("Events:", HIGH),
        ("Warning", FAULT),
        ("Normal", LOW),
        ("Labels:", LOW),
        ("Annotations:", LOW),
        ("Mounts:", LOW),
        ("Tolerations:", NOISE),
        ("QoS Class", NOISE),
        ("Container ID", NOISE),
        ("Image ID", NOISE),
    ],
    ends: &[(" created", HIGH), (" configured", HIGH), (" deleted", HIGH), (" unchanged", LOW)],
    has: &[
        ("CrashLoopBackOff", MUST),
        ("ImagePullBackOff", MUST),
        ("ErrImagePull", MUST),
        ("OOMKilled", MUST),
        ("NotReady", MUST),
        ("Evicted", MUST),
        ("CreateContainer", MUST),
        ("InvalidImage", MUST),
        ("Unknown", FAULT),
        (" Error ", MUST),
        (" Failed ", MUST),
        (" Pending ", MUST),
        ("Terminating", FAULT),
        ("Init:", FAULT),
        ("Warning ", FAULT),
        (" Running ", LOW),
        (" Completed ", LOW),
        (" Normal ", LOW),
        (" Ready ", LOW),
    ],
};

/// Weighs the lines of kubectl.
pub(super) fn kubectl(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    for (line, slot) in lines.iter().zip(worth) {
        *slot = match KUBECTL.worth(line) {
            // `0/1 Running`: it runs and is not well.
            Some(LOW) if half_ready(line) && !line.contains(" Completed ") => FAULT,
            Some(known) => known,
            None => USUAL,
        };
    }
}

/// A row with `1/2` of its parts ready.
fn half_ready(line: &str) -> bool {
    line.split_whitespace().take(4).any(|word| {
        let Some((ready, all)) = word.split_once('/') else { return false };
        matches!((ready.parse::<u32>(), all.parse::<u32>()), (Ok(ready), Ok(all)) if ready < all)
    })
}

/// Is it the output of terraform?
pub(super) fn is_terraform(output: &Output<'_>) -> bool {
    kinds::holds(output, ": Refreshing state... [id=")
        || kinds::peek(output).any(|line| {
            line.starts_with("Terraform used the selected providers")
                || (line.starts_with("Plan: ") && line.contains(" to add, "))
        })
}

/// Is it a table or a description of kubectl?
pub(super) fn is_kubectl(output: &Output<'_>) -> bool {
    kinds::peek(output).take(2).any(|line| {
        (line.starts_with("NAME ") || line.starts_with("NAMESPACE "))
            && line.contains(" READY ")
            && line.contains(" AGE")
    })
}
