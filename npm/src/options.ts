/**
 * What a caller may ask for. The names and ranges are those of the README's table; the component refuses a name that
 * it does not know, and brings numbers into range.
 */
export interface Options {
  /** What the compaction may do: one summary, shortening in place, or dropping calls that are no longer needed. */
  strategy?: "project" | "slim" | "prune";
  /** The model's window in tokens; 0: not known. */
  context_length?: number;
  /** Tokens of the whole request as the provider counted them. */
  current_tokens?: number;
  protect_first_n?: number;
  protect_last_n?: number;
  tail_token_budget?: number;
  /** Tokens of the whole summary message. */
  summary_budget_tokens?: number;
  budget_ratio?: number;
  min_budget_tokens?: number;
  max_budget_tokens?: number;
  max_output_tokens?: number;
  threshold_percent?: number;
  /** Words to keep in sight. */
  focus_topic?: string;
  session_id?: string;
  recall_hint?: string;
  force?: boolean;
  /** Tokens of the whole request to come down to. */
  target_tokens?: number;
  target_percent?: number;
  min_tokens?: number;
  runway_tokens?: number;
  /** `prune`: calls and results that are less likely needed than this go. 0 to 1. */
  prune_threshold?: number;
  truncate_chars?: number;
  protected_tools?: string[];
  scores?: Score[];
}

/** What a judge outside says of one call: its message, its place in it, and how likely call and result are needed. */
export interface Score {
  message: number;
  call: number;
  keep_call: number;
  keep_result: number;
}
