/**
 * Takes a message as JSON and gives what a person reads: who speaks, and one text. A result is shown with the call that
 * it answers, and JSON inside a text is laid out, so that line breaks are line breaks.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Message = { [key: string]: Json };

/** A message as it is shown. */
export interface Shown {
  index: number;
  /** Its number in the host's store or file, if it has one. */
  row: string | undefined;
  role: string;
  /** Name of the tool, on a result. */
  tool: string;
  message: Message;
  /** The call that a result answers. */
  call: Call | undefined;
  /** Characters, for the bars. */
  size: number;
}

export interface Call {
  id: string;
  name: string;
  arguments: string;
}

export function shown(messages: Message[]): Shown[] {
  // Ids repeat in real sessions: the latest call with this id is the one that is answered.
  const calls = new Map<string, Call>();
  return messages.map((message, index) => {
    const own = callsOf(message);
    for (const call of own) calls.set(call.id, call);
    const role = typeof message["role"] === "string" ? message["role"] : "?";
    const id = message["tool_call_id"];
    const call = role === "tool" && typeof id === "string" ? calls.get(id) : undefined;
    const row = message["_row_id"];
    const size = content(message).length + own.reduce((sum, one) => sum + one.name.length + one.arguments.length, 0);
    const tool = String(message["name"] ?? message["tool_name"] ?? call?.name ?? "");
    return { index, row: row === undefined || row === null ? undefined : String(row), role, tool, message, call, size };
  });
}

/** The calls that a message makes. */
export function callsOf(message: Message): Call[] {
  const calls = message["tool_calls"];
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).map((call) => {
    const inner = isObject(call["function"]) ? call["function"] : call;
    return { id: text(call["id"]), name: text(inner["name"]), arguments: text(inner["arguments"]) };
  });
}

/** The text of the content, as it stands there. */
export function content(message: Message): string {
  const value = message["content"];
  if (!Array.isArray(value)) return text(value);
  return value.map((part) => (isObject(part) ? text(part["text"]) || `[${text(part["type"])}]` : text(part))).join("\n");
}

/** All of a message, for reading. */
export function full({ message, call }: Shown, rewritten?: string): string {
  const parts: string[] = [];
  if (call) parts.push(callLine(call));
  const said = laidOut(rewritten ?? content(message));
  if (said !== "") parts.push(said);
  for (const own of callsOf(message)) parts.push(callLine(own));
  return parts.join("\n\n");
}

/** The beginning of a message, in one line. */
export function first({ message }: Shown, rewritten?: string): string {
  const whole = rewritten ?? content(message);
  const said = laidOut(whole.length < 20_000 ? whole : whole.slice(0, 400)).trim();
  const calls = said.length < 160 ? callsOf(message).map(callLine).join("  ") : "";
  return `${said.slice(0, 240)}  ${calls.slice(0, 240)}`.replace(/\s+/g, " ").trim();
}

const callLine = (call: Call) => `→ ${call.name} ${laidOut(call.arguments)}`;

/** A JSON object as `key: value` lines; other text as it is. */
function laidOut(source: string): string {
  if (!source.startsWith("{")) return source;
  try {
    const value = JSON.parse(source) as Json;
    if (!isObject(value)) return source;
    const lines = Object.entries(value).map(([key, one]) => {
      const shown = typeof one === "string" ? one : JSON.stringify(one);
      return shown.includes("\n") ? `${key}:\n${shown}` : `${key}: ${shown}`;
    });
    return lines.join("\n");
  } catch {
    return source;
  }
}

function text(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

function isObject(value: Json | undefined): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
