/**
 * Takes the text that the verifier's `open` gives and returns the records of the typed exports: messages and options.
 * It reads only shapes that `open` prints, and what the component decides is left to the component. Row numbers stay
 * out: a JavaScript number cannot hold all of them, and no export that takes these records prints one.
 */
import type { Message, Options, Role, ToolCall } from "./projector/interfaces/cento-compaction-compaction.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

export interface Records {
  messages: Message[];
  options: Options;
}

export function records(opened: string): Records {
  const { messages, options } = JSON.parse(opened) as { messages: Fields[]; options: Fields };
  return { messages: messages.map(message), options: settings(options) };
}

function message(fields: Fields): Message {
  const { text, images } = content(fields["content"]);
  const role = roleOf(fields["role"]);
  const calls = fields["tool_calls"];
  const name = fields["name"] ?? fields["tool_name"];
  const id = fields["tool_call_id"];
  return {
    role,
    content: text,
    ...(typeof name === "string" && { toolName: name }),
    ...(typeof id === "string" && { toolCallId: id }),
    toolCalls: Array.isArray(calls) ? calls.filter(isFields).map(toolCall) : [],
    images,
    reasoningBytes: 0,
    marks: { summary: fields["_compressed_summary"] === true },
  };
}

function roleOf(role: Json | undefined): Role {
  switch (role) {
    case "developer":
      return "system";
    case "function":
      return "tool";
    case "system":
    case "user":
    case "assistant":
    case "tool":
      return role;
    default:
      return "other";
  }
}

/** The text of a content, parts joined by line feeds, and how many of the parts are no text. */
export function content(value: Json | undefined): { text: string; images: number } {
  if (value === undefined || value === null) return { text: "", images: 0 };
  if (typeof value === "string") return { text: value, images: 0 };
  if (!Array.isArray(value)) return { text: JSON.stringify(value), images: 0 };
  const texts: string[] = [];
  let images = 0;
  for (const part of value) {
    const text = isFields(part) ? part["text"] : part;
    if (typeof text === "string") texts.push(text);
    else if (isFields(part) && !String(part["type"]).includes("thinking")) images += 1;
  }
  return { text: texts.join("\n"), images };
}

function toolCall(fields: Fields): ToolCall {
  const inner = fields["function"];
  const from = isFields(inner) ? inner : fields;
  const text = (value: Json | undefined) =>
    typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  return { id: text(fields["id"]), name: text(from["name"]), arguments: text(from["arguments"]) };
}

function settings(fields: Fields): Options {
  const whole = (name: string) => BigInt(Math.trunc(Number(fields[name] ?? 0)));
  const permille = (name: string) => BigInt(Math.trunc(Number(fields[name] ?? 0) * 1000));
  const given = (name: string) => typeof fields[name] === "number";
  const words = fields["focus_topic"];
  const strategy = fields["strategy"];
  const tools = fields["protected_tools"];
  return {
    strategy: strategy === "slim" || strategy === "prune" ? strategy : "project",
    contextLength: whole("context_length"),
    ...(given("current_tokens") && { currentTokens: whole("current_tokens") }),
    protectFirstN: whole("protect_first_n"),
    protectLastN: whole("protect_last_n"),
    tailTokenBudget: whole("tail_token_budget"),
    ...(given("summary_budget_tokens") && { summaryBudgetTokens: whole("summary_budget_tokens") }),
    budgetPermille: permille("budget_ratio"),
    minBudgetTokens: whole("min_budget_tokens"),
    maxBudgetTokens: whole("max_budget_tokens"),
    ...(given("max_output_tokens") && { maxOutputTokens: whole("max_output_tokens") }),
    thresholdPercent: whole("threshold_percent"),
    ...(typeof words === "string" && { focusTopic: words }),
    force: fields["force"] === true,
    ...(given("target_tokens") && { targetTokens: whole("target_tokens") }),
    targetPercent: whole("target_percent"),
    minTokens: whole("min_tokens"),
    runwayTokens: whole("runway_tokens"),
    prunePermille: permille("prune_threshold"),
    truncateChars: whole("truncate_chars"),
    protectedTools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : [],
    scores: [],
  };
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
