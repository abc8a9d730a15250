/**
 * The JSON that the components give, as types, and what it says of each message. Holds no rule of its own: what happens
 * to a message was decided by the plan and checked by the verifier.
 */
export type Change = "drop" | { rewrite: string } | { "drop-calls": number[] };

export interface Span {
  start: number;
  len: number;
}

export interface Quote {
  at: Span;
  message: number;
}

export interface Summary {
  before: number;
  role: string;
  text: string;
  quotes: Quote[];
  claims: Quote[];
}

export interface Plan {
  edits: { message: number; change: Change; reason: string }[];
  summary: Summary | null;
  report: { head_end: number; tail_start: number };
}

export interface Report {
  outcome: string;
  reason: string;
  messages_before: number;
  messages_after: number;
  tokens_before: number;
  tokens_after: number;
  [more: string]: unknown;
}

/** What happened to a message. `quoted`: it went, and words of it stand in the summary. */
export type Fate = "kept" | "shortened" | "quoted" | "dropped";

export interface Fated {
  fate: Fate;
  /** Why, in words. */
  why: string;
  change?: Change;
}

const REASONS: Record<string, string> = {
  projected: "the summary stands for it",
  "earlier-summary": "an earlier summary, merged into the new one",
  "broken-pair": "a call without result, or a result without call",
  "too-large": "too large for the whole list",
  shortened: "shortened in place",
  stale: "no longer needed",
};

/** One for each message of the input. */
export function fates(plan: Plan, count: number): Fated[] {
  const quoted = new Set(plan.summary?.quotes.map((quote) => quote.message));
  const { head_end: head, tail_start: tail } = plan.report;
  const all: Fated[] = Array.from({ length: count }, (_, index) => ({
    fate: "kept",
    why: plan.edits.length === 0 ? "nothing changes" : index < head ? "at the start" : index >= tail ? "recent" : "needed",
  }));
  for (const { message, change, reason } of plan.edits) {
    const why = REASONS[reason] ?? reason;
    if (change !== "drop") all[message] = { fate: "shortened", why: changed(change, why), change };
    else all[message] = { fate: quoted.has(message) ? "quoted" : "dropped", why, change };
  }
  return all;
}

function changed(change: Exclude<Change, "drop">, why: string): string {
  if ("rewrite" in change) return why === REASONS["stale"] ? "only the call is still needed" : why;
  const count = change["drop-calls"].length;
  return `${count} ${count === 1 ? "call" : "calls"} taken out, no longer needed`;
}
