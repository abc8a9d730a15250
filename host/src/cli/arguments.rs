//! The command line as clap reads it.
use cento::contract::json::set_option;
use cento::contract::{Error, Options};
use cento::verify::source::grouped;
use cento::{BadInput, COMPONENT_SHA256, Limits};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, Subcommand};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
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
    /// Holds a compacted conversation against the one it was made of, by reading both files again.
    ///
    /// Shares no code with what compacts and with what checks plans. One finding a line: check, place, what. Exit code 1
    /// where there is one.
    Verify(VerifyArguments),
    /// Lists the exact identifiers (issues, commits, files, ...) of what would be dropped.
    ///
    /// One a line, most frequent first: kind, how often, first and last message (index, from 0), identifier. On a
    /// terminal a line above them says so.
    Anchors {
        #[command(flatten)]
        source: Source,
        /// Stop after this many bytes of identifiers.
        #[arg(long, allow_hyphen_values = true)]
        #[arg(default_value_t = 7_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
        max_bytes: u32,
        /// A component built by somebody else, in place of the embedded one.
        #[arg(long, value_name = "FILE.wasm")]
        engine: Option<PathBuf>,
    },
    /// Says whether the time has come to compact.
    ///
    /// From the threshold on it is "yes". The threshold is a percentage of the window, lower where that would leave
    /// less than 4,096 tokens for the answer (in windows below 12,288 tokens: less than a third).
    ShouldCompress {
        /// Tokens of the prompt.
        #[arg(long, allow_hyphen_values = true, value_parser = whole::<i64>(0..=MOST_TOKENS))]
        tokens: i64,
        /// Tokens of the model's window.
        #[arg(long, allow_hyphen_values = true, value_parser = whole::<i64>(1..=MOST_TOKENS))]
        window: i64,
        /// Percentage of the window at which to compact, 10 to 95; 75 if it is not given.
        #[arg(long, allow_hyphen_values = true, value_parser = whole::<i64>(10..=95))]
        threshold_percent: Option<i64>,
    },
    /// Writes the embedded component to a file; prints its sha256 and size.
    Component {
        /// Where to.
        #[arg(long, value_name = "FILE.wasm")]
        out: PathBuf,
    },
}

/// No window is larger, as the table of options says.
const MOST_TOKENS: u64 = 100_000_000;

/// Reads a whole number in a range; the error says what is wanted.
fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |given| {
        let number = given.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let (least, most) = (grouped(*range.start()), grouped(*range.end()));
            format!("expected a whole number from {least} to {most}")
        })
    }
}

#[derive(Args)]
pub(crate) struct CompactArguments {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Write here instead of to stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write what was decided on each call here, with its scores and why, as JSON (strategy prune).
    #[arg(long, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
    /// Print the report alone.
    #[arg(long)]
    pub(crate) report_only: bool,
    /// A component built by somebody else, in place of the embedded one.
    #[arg(long, value_name = "FILE.wasm")]
    pub(crate) engine: Option<PathBuf>,
    /// Most fuel that the component may use, counted in instructions.
    #[arg(long, allow_hyphen_values = true)]
    #[arg(default_value_t = Limits::default().fuel, value_parser = whole::<u64>(0..=u64::MAX))]
    fuel: u64,
    /// Most memory that the component may use, in MiB.
    #[arg(long, value_name = "MIB", allow_hyphen_values = true)]
    #[arg(default_value_t = Limits::default().memory >> 20, value_parser = whole::<usize>(0..=u64::MAX >> 20))]
    max_memory: usize,
}

impl CompactArguments {
    pub(crate) fn limits(&self) -> Limits {
        Limits { fuel: self.fuel, memory: self.max_memory.saturating_mul(1 << 20), ..Limits::default() }
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

#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// The original, in any form that compact reads, and what came out; - is stdin. With --session only the latter.
    #[arg(value_names = ["ORIGINAL", "COMPACTED"], num_args = 0..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the findings as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Plant faults into outputs of the built-in samples and see whether each is found.
    #[arg(long, conflicts_with_all = ["files", "session"])]
    pub(crate) self_test: bool,
    /// The original is a session of the state database of Hermes.
    #[arg(long, value_name = "ID", help_heading = STORED)]
    pub(crate) session: Option<String>,
    /// The state database; else $HERMES_HOME/state.db, else ~/.hermes/state.db.
    #[arg(long, value_name = "FILE", requires = "session", help_heading = STORED)]
    pub(crate) db: Option<PathBuf>,
    /// Only rows that are live context.
    #[arg(long, requires = "session", help_heading = STORED)]
    pub(crate) active_only: bool,
}

/// Heading of the help.
const STORED: &str = "Sessions of Hermes";

/// The conversation, and options that go over those of the file.
#[derive(Args)]
pub(crate) struct Source {
    /// JSON object with messages and options, JSON list, JSON lines, or the session file of another agent (Claude
    /// Code, Codex, OpenCode, Pi); .gz too; - is stdin.
    #[arg(required_unless_present_any = ["session", "find"])]
    file: Option<PathBuf>,
    /// A session of the state database of Hermes, by its id or how it begins; compact then writes nothing but to
    /// --out, and prints a report.
    #[arg(long, value_name = "ID", conflicts_with = "file", help_heading = STORED)]
    pub(crate) session: Option<String>,
    /// List the sessions that hold a text, with their calls, and stop.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "session"], help_heading = STORED)]
    pub(crate) find: Option<String>,
    /// The state database; else $HERMES_HOME/state.db, else ~/.hermes/state.db.
    #[arg(long, value_name = "FILE", conflicts_with = "file", help_heading = STORED)]
    db: Option<PathBuf>,
    /// Only rows that are live context.
    #[arg(long, requires = "session", conflicts_with_all = ["file", "find"], help_heading = STORED)]
    pub(crate) active_only: bool,
    #[command(flatten)]
    options: Flags,
}

impl Source {
    /// The file; none if it is standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| file.as_os_str() != "-")
    }

    pub(crate) fn name(&self) -> String {
        self.path().map_or("stdin".to_string(), |file| file.display().to_string())
    }

    /// The state database that is meant; none if there is no home folder to look in.
    pub(crate) fn db(&self) -> Option<PathBuf> {
        state_db(self.db.as_deref())
    }

    /// Whether an option was given as a flag.
    pub(crate) fn is_given(&self, option: &str) -> bool {
        self.options.0.iter().any(|(flag, _)| flag.option == option)
    }

    /// Sets the options that were given as flags. The error names the flag.
    pub(crate) fn set(&self, options: &mut Options) -> Result<(), String> {
        for (flag, given) in &self.options.0 {
            let value = match flag.kind {
                // In JSON `null` is an option that is not given; here it is no number.
                // As people write a share: `.5`.
                Kind::Number if given.starts_with('.') => format!("0{given}"),
                Kind::Number if given != "null" => given.clone(),
                Kind::List => given.clone(),
                Kind::File => read(given).map_err(|why| format!("--{} {given}: {why}", flag.short))?,
                Kind::Number | Kind::Words => serde_json::Value::from(given.as_str()).to_string(),
                Kind::Switch => "true".to_string(),
            };
            set_option(options, flag.option, &value).map_err(|error| match error {
                Error::BadField { expected, .. } => format!("--{}: expected {expected}", flag.short),
                error => format!("--{}: {error}", flag.short),
            })?;
        }
        Ok(())
    }
}

/// The state database: the one that is named, else that of the home folder, if there is one.
pub(crate) fn state_db(named: Option<&Path>) -> Option<PathBuf> {
    let home = || std::env::var_os("HERMES_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let folder = || home().or_else(|| Some(std::env::home_dir()?.join(".hermes")));
    named.map(Path::to_path_buf).or_else(|| Some(folder()?.join("state.db")))
}

/// The flag of an option.
pub(crate) struct Flag {
    /// The option's name in JSON.
    pub(crate) option: &'static str,
    /// The flag named like it, which always works.
    name: &'static str,
    /// The flag that the help shows.
    short: &'static str,
    kind: Kind,
    /// What stands for the value in the help.
    value: &'static str,
    help: &'static str,
}

/// How the value of a flag is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As it stands, a JSON number.
    Number,
    /// As it stands, any text.
    Words,
    /// There is none.
    Switch,
    /// Words as they stand; given again, one more of them.
    List,
    /// A file that holds the JSON value.
    File,
}

const fn flag(
    option: &'static str,
    name: &'static str,
    short: &'static str,
    kind: Kind,
    value: &'static str,
    help: &'static str,
) -> Flag {
    Flag { option, name, short, kind, value, help }
}

/// Every option of the contract, as a flag.
#[rustfmt::skip]
pub(crate) const FLAGS: [Flag; 24] = [
    flag("context_length", "context-length", "context-length", Kind::Number, "TOKENS", "The model's context window in tokens; 0: not known"),
    flag("current_tokens", "current-tokens", "current-tokens", Kind::Number, "TOKENS", "Tokens of the whole request as the provider last counted them"),
    flag("protect_first_n", "protect-first-n", "protect-first-n", Kind::Number, "N", "Messages after the system message that stay"),
    flag("protect_last_n", "protect-last-n", "protect-last-n", Kind::Number, "N", "Newest messages that stay"),
    flag("tail_token_budget", "tail-token-budget", "tail-token-budget", Kind::Number, "TOKENS", "Tokens of the newest messages that stay"),
    flag("summary_budget_tokens", "summary-budget-tokens", "budget", Kind::Number, "TOKENS", "Tokens of the summary; else they are derived from the window"),
    flag("budget_ratio", "budget-ratio", "budget-ratio", Kind::Number, "SHARE", "Share of the window for the summary, such as 0.06"),
    flag("min_budget_tokens", "min-budget-tokens", "min-budget-tokens", Kind::Number, "TOKENS", "Least tokens of the summary when they are derived"),
    flag("max_budget_tokens", "max-budget-tokens", "max-budget-tokens", Kind::Number, "TOKENS", "Most tokens of the summary when they are derived"),
    flag("max_output_tokens", "max-output-tokens", "max-output-tokens", Kind::Number, "TOKENS", "Most tokens of the whole output"),
    flag("threshold_percent", "threshold-percent", "threshold-percent", Kind::Number, "PERCENT", "When should-compress says yes; compact does not ask"),
    flag("strategy", "strategy", "strategy", Kind::Words, "NAME", "What may be done: project, slim or prune"),
    flag("focus_topic", "focus-topic", "focus", Kind::Words, "WORDS", "Words to keep in sight"),
    flag("session_id", "session-id", "session-id", Kind::Words, "ID", "Session id for the recall hint"),
    flag("recall_hint", "recall-hint", "recall-hint", Kind::Words, "TEXT", "How the reader opens a reference, in the host's words"),
    flag("force", "force", "force", Kind::Switch, "", "The user asked for it"),
    flag("target_tokens", "target-tokens", "target-tokens", Kind::Number, "TOKENS", "Slim: tokens of the whole request to come down to; project: slim is tried first"),
    flag("target_percent", "target-percent", "target-percent", Kind::Number, "PERCENT", "Slim: the same as a percentage of the window; of the input, where no window is known"),
    flag("min_tokens", "min-tokens", "min-tokens", Kind::Number, "TOKENS", "Slim: messages of no more tokens than this stay as they are"),
    flag("runway_tokens", "runway-tokens", "runway-tokens", Kind::Number, "TOKENS", "Slim: nothing changes before so many tokens have come since the last shortening"),
    flag("prune_threshold", "prune-threshold", "prune-threshold", Kind::Number, "SHARE", "Prune: calls and results that are less likely needed than this go, such as .5"),
    flag("truncate_chars", "truncate-chars", "truncate-chars", Kind::Number, "N", "Prune: characters that stay of a result when only its call stays"),
    flag("protected_tools", "protected-tools", "protected-tool", Kind::List, "NAME", "Prune: a further tool whose calls stay; slim: whose results stay; may be given more than once"),
    flag("scores", "scores", "scores", Kind::File, "FILE", "Prune: scores from outside, a JSON list as --dump writes it"),
];

/// The text of a file.
fn read(file: &str) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let offset = |error: std::string::FromUtf8Error| error.utf8_error().valid_up_to();
    String::from_utf8(bytes).map_err(|error| BadInput::NotUtf8 { offset: offset(error) }.to_string())
}

/// The options that were given as flags, in the order of [`FLAGS`].
struct Flags(Vec<(&'static Flag, String)>);

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, flag| {
            let arg = Arg::new(flag.option).long(flag.short).help(flag.help).help_heading("Options of the contract");
            let arg = if flag.name == flag.short { arg } else { arg.alias(flag.name) };
            command.arg(match flag.kind {
                Kind::Switch => arg.action(ArgAction::SetTrue),
                Kind::List => arg.action(ArgAction::Append).value_name(flag.value),
                // `-5` is a number out of range, not a flag.
                Kind::Number => arg.value_name(flag.value).allow_hyphen_values(true),
                Kind::Words | Kind::File => arg.value_name(flag.value),
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |flag: &'static Flag| match flag.kind {
            Kind::Switch => matches.get_flag(flag.option).then(|| (flag, String::new())),
            Kind::List => matches.get_many::<String>(flag.option).map(|all| {
                let all: Vec<&str> = all.map(String::as_str).collect();
                (flag, serde_json::Value::from(all).to_string())
            }),
            _ => matches.get_one::<String>(flag.option).map(|value| (flag, value.clone())),
        };
        Ok(Flags(FLAGS.iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento::contract::json::OPTION_NAMES;
    use std::collections::BTreeSet;

    /// Fields of the record `options` in the interface, under their names in JSON.
    fn fields() -> BTreeSet<String> {
        let wit = include_str!("../../../wit/compaction.wit");
        let (_, record) = wit.split_once("record options {").unwrap();
        let (record, _) = record.split_once("\n    }").unwrap();
        let fields = record.lines().filter(|line| !line.trim_start().starts_with("//"));
        let names = fields.filter_map(|line| Some(line.split_once(':')?.0.trim().replace('-', "_")));
        // In JSON they are shares, not thousandths.
        let in_json = |name: String| match name.as_str() {
            "budget_permille" => "budget_ratio".to_string(),
            "prune_permille" => "prune_threshold".to_string(),
            _ => name,
        };
        names.map(in_json).collect()
    }

    #[test]
    fn every_option_of_the_interface_has_a_name_in_json_and_a_flag() {
        let flags: BTreeSet<String> = FLAGS.iter().map(|flag| flag.option.to_string()).collect();
        assert_eq!(flags, fields());
        assert_eq!(flags, OPTION_NAMES.iter().map(|name| name.to_string()).collect());
        assert_eq!(flags.len(), FLAGS.len());
    }

    #[test]
    fn flags_set_their_own_options() {
        let set = |arguments: &[&str]| {
            let parsed = Arguments::try_parse_from([&["cento", "compact", "-"], arguments].concat()).ok()?;
            let Verb::Compact(verb) = parsed.verb else { return None };
            let mut options = Options::default();
            Some(verb.source.set(&mut options).map(|()| options))
        };
        let none = set(&[]).unwrap().unwrap();
        assert_eq!(none, Options::default());
        let scores = std::env::temp_dir().join(format!("cento-scores-{}.json", std::process::id()));
        let score = r#"[{"message":3,"call":0,"keep_call":900,"keep_result":77}]"#;
        std::fs::write(&scores, score).unwrap();
        for flag in FLAGS.iter().filter(|flag| flag.option != "strategy") {
            let value = match flag.kind {
                Kind::Number if matches!(flag.option, "budget_ratio" | "prune_threshold") => Some("0.25"),
                Kind::Number => Some("77"),
                Kind::Words | Kind::List => Some("some \"words\""),
                Kind::File => scores.to_str(),
                Kind::Switch => None,
            };
            assert_eq!(flag.name, flag.option.replace('_', "-"));
            for name in [flag.name, flag.short] {
                let name = format!("--{name}");
                let arguments: Vec<&str> = [name.as_str()].into_iter().chain(value).collect();
                let mut wanted = Options::default();
                let json = match flag.kind {
                    Kind::Number => value.unwrap_or_default().to_string(),
                    Kind::Words => format!("{:?}", value.unwrap_or_default()),
                    Kind::List => format!("[{:?}]", value.unwrap_or_default()),
                    Kind::File => score.to_string(),
                    Kind::Switch => "true".to_string(),
                };
                set_option(&mut wanted, flag.option, &json).unwrap();
                assert_ne!(wanted, none, "{name}");
                assert_eq!(set(&arguments), Some(Ok(wanted)), "{name}");
            }
        }
        std::fs::remove_file(&scores).unwrap();
        let twice =
            set(&["--protected-tool", "a", "--protected-tool", "b", "--prune-threshold", ".5"]).unwrap().unwrap();
        assert_eq!((twice.protected_tools, twice.prune_permille), (vec!["a".to_string(), "b".to_string()], 500));
        assert!(set(&["--scores", "no such file"]).unwrap().unwrap_err().starts_with("--scores no such file: "));
        assert_eq!(set(&["--strategy", "project"]), Some(Ok(none)));
        for (value, said) in [
            ("1.5", "--budget: expected a whole number of at most 64 bits"),
            ("many", "--budget: expected a whole number of at most 64 bits"),
            ("", "--budget: expected a whole number of at most 64 bits"),
            ("null", "--budget: expected a whole number of at most 64 bits"),
        ] {
            assert_eq!(set(&["--budget", value]), Some(Err(said.to_string())));
        }
        assert_eq!(
            set(&["--strategy", "guess"]),
            Some(Err("--strategy: expected \"project\", \"slim\" or \"prune\"".to_string()))
        );
        assert_eq!(set(&["--recall-hint", "null"]).unwrap().unwrap().recall_hint.as_deref(), Some("null"));
    }
}
