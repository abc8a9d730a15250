//! What can be wrong with a plan. Every finding names a place by index or offset and quotes nothing.

/// One thing that is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are what the texts say: indices of the input, offsets in the summary")]
pub enum Finding {
    /// An edit names a message that does not exist.
    #[error("edit {edit}: no such message")]
    EditOutOfRange { edit: usize },
    /// Edits are not in ascending order, each message once.
    #[error("edit {edit}: not in ascending order")]
    EditsNotAscending { edit: usize },
    /// A message of unknown role, or the leading system message, is dropped.
    #[error("message {message}: its role may not be dropped")]
    MayNotDrop { message: usize },
    /// Messages are dropped and nothing stands for them.
    #[error("message {message}: dropped without a summary")]
    DroppedWithoutSummary { message: usize },
    /// Something other than a result of a tool is rewritten; in `slim`, than a result or a text of the assistant.
    #[error("message {message}: it may not be rewritten")]
    MayNotRewrite { message: usize },
    /// A rewrite is longer than what it replaces.
    #[error("message {message}: the rewrite is longer than the original")]
    RewriteLonger { message: usize },
    /// A rewrite's beginning or end is not that message's.
    #[error("message {message}: the rewrite is not made of the original")]
    RewriteForged { message: usize },
    /// A rewrite says something else on how the call ended.
    #[error("message {message}: the rewrite records another outcome")]
    RewriteOutcome { message: usize },
    /// The summary stands at no place of the list.
    #[error("summary: no such place")]
    SummaryPlace,
    /// The summary's role is neither user nor assistant.
    #[error("summary: its role must be user or assistant")]
    SummaryRole,
    /// The summary has no text.
    #[error("summary: empty")]
    SummaryEmpty,
    /// The report's outcome does not fit the edits.
    #[error("report: the outcome does not fit the edits")]
    Outcome,
    /// A number of the report is not what was counted.
    #[error("report: {name} is {stated}, counted {counted}")]
    Number { name: &'static str, stated: u64, counted: u64 },
    /// A call loses its result.
    #[error("message {message}: a call loses its result")]
    OrphanCall { message: usize },
    /// A result loses its call.
    #[error("message {message}: a result loses its call")]
    OrphanResult { message: usize },
    /// A result would answer another call than before.
    #[error("message {message}: a result would answer another call")]
    PairChanged { message: usize },
    /// Calls that go are not calls of the assistant, in ascending order.
    #[error("message {message}: calls that go are not there, or not in ascending order")]
    CallsOutOfRange { message: usize },
    /// Calls go from a signed message, for another reason than pruning, or nothing would be left.
    #[error("message {message}: its calls may not go")]
    MayNotDropCalls { message: usize },
    /// A judgement is out of order, names no call with a result, or says something else than the edits.
    #[error("judgement {judgement}: does not fit the conversation and the edits")]
    Judgement { judgement: usize },
    /// Calls or results go or are cut without a judgement.
    #[error("judgements: some are missing")]
    NotJudged,
    /// Calls at the end of the list that wait for results are touched.
    #[error("message {message}: a pending call is touched")]
    PendingTouched { message: usize },
    /// The list no longer begins with the user.
    #[error("the output does not begin with a user message, as the input did")]
    NotUserLed,
    /// Two neighbours have the same role and were no neighbours before.
    #[error("output message {at}: same role as the one before it")]
    NotAlternating { at: usize },
    /// A quote's span leaves the text or cuts a character.
    #[error("quote {quote}: its span is not in the summary")]
    QuoteSpan { quote: usize },
    /// A quote names a message that does not exist.
    #[error("quote {quote}: no such message")]
    QuoteSource { quote: usize },
    /// A quote holds a line feed, so it could open a heading or a list item.
    #[error("quote {quote}: more than one line")]
    QuoteLines { quote: usize },
    /// The quoted words are not in the message.
    #[error("quote {quote}: its words are not in message {message}")]
    QuoteForged { quote: usize, message: usize },
    /// Checking the quotes would take too long.
    #[error("quotes: too many to check")]
    TooManyQuotes,
    /// A claim's span leaves the text or cuts a character.
    #[error("claim {claim}: its span is not in the summary")]
    ClaimSpan { claim: usize },
    /// A claim names a message that does not exist.
    #[error("claim {claim}: no such message")]
    ClaimSource { claim: usize },
    /// The claimed exit code is not recorded in the message.
    #[error("claim {claim}: its code is not recorded in message {message}")]
    ClaimCode { claim: usize, message: usize },
    /// The claimed state contradicts what the message records.
    #[error("claim {claim}: contradicts what message {message} records")]
    ClaimContradicts { claim: usize, message: usize },
    /// The words of the claim say something else than its state.
    #[error("claim {claim}: its words say something else")]
    ClaimWords { claim: usize },
    /// The summary states an exit code that no claim backs.
    #[error("summary, byte {at}: an exit code without a claim")]
    CodeWithoutClaim { at: usize },
    /// `[#N]` is not the row of a dropped message.
    #[error("summary, byte {at}: reference to a row that was not dropped")]
    RowUnknown { at: usize },
    /// `[tN]` is not a dropped message without row.
    #[error("summary, byte {at}: reference to a turn that was not dropped")]
    TurnUnknown { at: usize },
    /// A control character or the rest of a terminal sequence.
    #[error("summary, byte {at}: control character")]
    ControlCharacter { at: usize },
    /// A character that turns the reading direction, or an invisible tag.
    #[error("summary, byte {at}: direction override or tag character")]
    HiddenCharacter { at: usize },
    /// A marker of a chat template.
    #[error("summary, byte {at}: chat-template marker")]
    TemplateMarker { at: usize },
    /// Something shaped like a secret.
    #[error("summary, byte {at}: looks like a secret")]
    Secret { at: usize },
    /// The summary is larger than its budget.
    #[error("summary: about {tokens} tokens, more than the budget of {budget}")]
    OverBudget { tokens: u64, budget: u64 },
    /// The output is not smaller than the input.
    #[error("the output would not be smaller than the input")]
    NotSmaller,
}

/// Findings in one line: the first one, and how many more there are.
pub fn sentence(findings: &[Finding]) -> String {
    match findings {
        [] => "no findings".to_string(),
        [one] => one.to_string(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    }
}
