/**
 * Puts what came of a session on the page: the totals, both bars, both lists and the names. Holds no state but the two
 * lists, through which references and originals lead to each other.
 */
import { bar, type Part } from "./bars.ts";
import { byId, el, grouped } from "./dom.ts";
import { facts } from "./facts.ts";
import { full, first, shown, callsOf, type Message, type Shown } from "./messages.ts";
import { fates, type Fated, type Plan, type Report } from "./plan.ts";
import type { Compacted } from "./protocol.ts";
import { list, type List, type Row } from "./rows.ts";
import { summary, type Source } from "./summary.ts";
import { totals, work } from "./totals.ts";

/**
 * `used` hears the strategy; `drawn` hears how much of the lists stands there, 0 to 1, and says whether to go on.
 */
export async function view(
  compacted: Compacted,
  used: (strategy: string) => void,
  drawn: (part: number) => boolean,
): Promise<void> {
  const plan = JSON.parse(compacted.plan) as Plan;
  const { report } = JSON.parse(compacted.result) as { report: Report };
  const { messages, options } = JSON.parse(compacted.opened) as { messages: Message[]; options: { strategy: string } };
  used(options.strategy);
  const all = shown(messages);
  const fated = fates(plan, all.length);
  const lists: { before?: List } = {};

  const open = ({ message, quotes }: Source, from?: HTMLElement) => {
    side("before");
    lists.before?.reveal(message, quotes, from);
  };
  const before = all.map((one, n) => original(one, fated[n] as Fated));
  const after = all.flatMap((one, n) => remaining(one, fated[n] as Fated));
  if (plan.summary) {
    const element = summary(plan.summary, indexOf(all), (source, from) => open(source, from));
    const at = after.findIndex((row) => row.index >= (plan.summary?.before ?? 0));
    after.splice(at < 0 ? after.length : at, 0, {
      index: -1,
      number: "new",
      who: plan.summary.role,
      fate: "summary",
      why: "",
      peek: "made of quotations; each number opens its message",
      body: element,
    });
  }

  totals(report, compacted.times);
  const share = report.tokens_after / Math.max(report.tokens_before, 1);
  byId("bars", HTMLElement).replaceChildren(
    bar("Before", report.tokens_before, Math.min(1, 1 / share), all.map((one, n) => part(one.size, fated[n] as Fated))),
    bar("After", report.tokens_after, Math.min(1, share), after.map((row) => size(row, all, plan))),
  );
  legend(fated, plan.summary !== null);
  byId("before-count", HTMLElement).textContent = `${grouped(report.messages_before)} messages`;
  byId("after-count", HTMLElement).textContent = `${grouped(report.messages_after)} messages`;
  const text = after.map((row) => (row.index < 0 ? plan.summary?.text : rest(all[row.index] as Shown, fated[row.index] as Fated)));
  const names = facts(compacted.anchors, text.join("\n"), (message, name) => open({ message, quotes: [name] }));
  byId("names", HTMLElement).hidden = names.length === 0;
  byId("kinds", HTMLElement).replaceChildren(...names);
  work(compacted, report);

  const count = before.length + after.length;
  await list(byId("after", HTMLElement), after, (n) => drawn(n / count));
  lists.before = await list(byId("before", HTMLElement), before, (n) => drawn((after.length + n) / count));
}

/** Shows this side where there is room for one only. */
export function side(name: "before" | "after"): void {
  byId("sides", HTMLElement).dataset["side"] = name;
  for (const button of document.querySelectorAll<HTMLElement>("[data-show]")) {
    button.setAttribute("aria-pressed", String(button.dataset["show"] === name));
  }
}

function original(one: Shown, { fate, why }: Fated): Row {
  return { index: one.index, number: number(one), who: who(one), fate, why, peek: first(one), body: () => full(one) };
}

/** The message as it stays; none if it goes. */
function remaining(one: Shown, fated: Fated): Row[] {
  if (fated.fate === "dropped" || fated.fate === "quoted") return [];
  const row = original(one, fated);
  if (fated.fate === "kept") return [row];
  const left = cut(one, fated);
  const text = rewritten(fated);
  return [{ ...row, peek: first(left, text), body: () => full(left, text) }];
}

const rewritten = ({ change }: Fated) => (typeof change === "object" && "rewrite" in change ? change.rewrite : undefined);

/** The message without the calls that go. */
function cut(one: Shown, { change }: Fated): Shown {
  if (typeof change !== "object" || !("drop-calls" in change)) return one;
  const gone = new Set(change["drop-calls"]);
  const calls = one.message["tool_calls"];
  const left = Array.isArray(calls) ? calls.filter((_, n) => !gone.has(n)) : [];
  return { ...one, message: { ...one.message, tool_calls: left } };
}

const rest = (one: Shown, fated: Fated) => {
  const left = cut(one, fated);
  return [rewritten(fated) ?? full({ ...left, call: undefined }), ...callsOf(left.message).map((call) => call.arguments)].join("\n");
};

const part = (length: number, { fate }: Fated): Part => ({ kind: fate, size: length });

function size(row: Row, all: Shown[], plan: Plan): Part {
  if (row.index < 0) return { kind: "summary", size: plan.summary?.text.length ?? 0 };
  const body = row.fate === "shortened" && typeof row.body === "function" ? row.body().length : all[row.index]?.size;
  return { kind: row.fate, size: body ?? 0 };
}

const number = (one: Shown) => (one.row === undefined ? `t${one.index}` : `#${one.row}`);

const who = (one: Shown) => (one.role === "tool" && one.tool !== "" ? one.tool : one.role);

function indexOf(all: Shown[]): (reference: string) => number | undefined {
  const rows = new Map(all.filter((one) => one.row !== undefined).map((one) => [`#${one.row}`, one.index]));
  return (reference) => {
    if (reference.startsWith("#")) return rows.get(reference);
    const index = Number(reference.slice(1));
    return index < all.length ? index : undefined;
  };
}

function legend(fated: Fated[], summarised: boolean): void {
  const kinds: [string, string][] = [
    ["kept", "kept, every byte"],
    ["shortened", "shortened in place"],
    ["quoted", "dropped, and quoted in the summary"],
    ["dropped", "dropped"],
  ];
  const items = kinds.flatMap(([kind, said]) => {
    const count = fated.filter(({ fate }) => fate === kind).length;
    return count > 0 ? [el("li", { class: kind }, el("b", {}, grouped(count)), ` ${said}`)] : [];
  });
  if (summarised) items.push(el("li", { class: "summary" }, el("b", {}, "1"), " summary, made of quotations"));
  byId("legend", HTMLElement).replaceChildren(...items);
}
