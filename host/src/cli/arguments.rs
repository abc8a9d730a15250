//! The command line as clap reads it.
use cento::{COMPONENT_SHA256, Limits};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::sync::LazyLock;

static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (component {})", env!("CARGO_PKG_VERSION"), &COMPONENT_SHA256[..12]));

/// Makes a long agent conversation shorter by fixed rules, in a sandbox, and checks the result.
#[derive(Parser)]
#[command(name = "cento", version = VERSION.as_str())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Compacts a conversation: {"messages": [...], "report": {...}} on stdout.
    Compact(CompactArguments),
    /// Shows what would become of every message, and why.
    Explain(ExplainArguments),
    /// Lists the exact identifiers (issues, commits, files, ...) of what would be dropped.
    Anchors {
        #[command(flatten)]
        source: Source,
        /// Stop after this many bytes of identifiers.
        #[arg(long, default_value_t = 7_000)]
        max_bytes: u32,
        /// A component built by somebody else, in place of the embedded one.
        #[arg(long, value_name = "FILE.wasm")]
        engine: Option<PathBuf>,
    },
    /// Says whether the time has come to compact.
    ShouldCompress {
        /// Tokens of the prompt.
        #[arg(long)]
        tokens: i64,
        /// Tokens of the model's window.
        #[arg(long)]
        window: i64,
        /// Percentage of the window at which to compact.
        #[arg(long)]
        threshold_percent: Option<i64>,
    },
    /// Writes the embedded component to a file; prints its sha256 and size.
    Component {
        /// Where to.
        #[arg(long, value_name = "FILE.wasm")]
        out: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct CompactArguments {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Write here instead of to stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Print the report alone.
    #[arg(long)]
    pub(crate) report_only: bool,
    /// A component built by somebody else, in place of the embedded one.
    #[arg(long, value_name = "FILE.wasm")]
    pub(crate) engine: Option<PathBuf>,
    /// Most fuel that the component may use.
    #[arg(long)]
    fuel: Option<u64>,
    /// Most memory that the component may use, in MiB.
    #[arg(long, value_name = "MIB")]
    max_memory: Option<usize>,
}

impl CompactArguments {
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.fuel = self.fuel.unwrap_or(limits.fuel);
        limits.memory = self.max_memory.map_or(limits.memory, |mib| mib.saturating_mul(1 << 20));
        limits
    }
}

#[derive(Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) source: Source,
    /// A component built by somebody else, in place of the embedded one.
    #[arg(long, value_name = "FILE.wasm")]
    pub(crate) engine: Option<PathBuf>,
}

/// The conversation, and options that go over those of the file.
#[derive(Args)]
pub(crate) struct Source {
    /// JSON object with messages and options, JSON list, or JSON lines; .gz too; - is stdin.
    pub(crate) file: PathBuf,
    /// The model's context window in tokens.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    context_length: Option<i64>,
    /// Tokens of the whole request as the provider last counted them.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    current_tokens: Option<i64>,
    /// Messages after the system message that stay.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    protect_first_n: Option<i64>,
    /// Newest messages that stay.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    protect_last_n: Option<i64>,
    /// Tokens of the newest messages that stay.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    tail_token_budget: Option<i64>,
    /// Tokens of the summary.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    budget: Option<i64>,
    /// Most tokens of the whole output.
    #[arg(long, value_name = "TOKENS", allow_hyphen_values = true)]
    max_output_tokens: Option<i64>,
    /// Words to keep in sight.
    #[arg(long, value_name = "WORDS")]
    focus: Option<String>,
    /// Session id for the recall hint.
    #[arg(long, value_name = "ID")]
    session_id: Option<String>,
    /// How the reader opens a reference, in the host's words.
    #[arg(long, value_name = "TEXT")]
    recall_hint: Option<String>,
    /// The user asked for it.
    #[arg(long)]
    force: bool,
}

impl Source {
    pub(crate) fn is_stdin(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "stdin".to_string() } else { self.file.display().to_string() }
    }

    /// The flags that were given, as option names and JSON values.
    pub(crate) fn flags(&self) -> Vec<(&'static str, String)> {
        let numbers = [
            ("context_length", self.context_length),
            ("current_tokens", self.current_tokens),
            ("protect_first_n", self.protect_first_n),
            ("protect_last_n", self.protect_last_n),
            ("tail_token_budget", self.tail_token_budget),
            ("summary_budget_tokens", self.budget),
            ("max_output_tokens", self.max_output_tokens),
        ];
        let words =
            [("focus_topic", &self.focus), ("session_id", &self.session_id), ("recall_hint", &self.recall_hint)];
        let numbers = numbers.into_iter().filter_map(|(name, value)| Some((name, value?.to_string())));
        let words = words
            .into_iter()
            .filter_map(|(name, value)| Some((name, serde_json::Value::from(value.as_deref()?).to_string())));
        let force = self.force.then(|| ("force", "true".to_string()));
        numbers.chain(words).chain(force).collect()
    }
}
