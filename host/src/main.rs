//! `cento`: compacts a conversation from the command line.
//!
//! Exit codes: 0 done or nothing to do; 1 `verify` found something; 2 bad input or a wrong command line, one line that
//! names the place; 3 the sandbox failed or the plan was rejected, one line with the cause, and the messages come out
//! as they went in.
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
