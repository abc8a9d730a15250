/**
 * The summary as elements: copied words stand out from the words of ours around them, and every reference is a button
 * that opens its message. What is a quotation is told by the plan; references inside of one are plain text.
 */
import { el } from "./dom.ts";
import type { Span, Summary } from "./plan.ts";
import type { Range } from "./quotes.ts";

/** What a reference leads to: a message, and the quotations that are to be found in it. */
export interface Source {
  message: number;
  quotes: string[];
}

/** `indexOf` finds the message of a reference such as `#312` or `t4`. */
export function summary(
  { text, quotes }: Summary,
  indexOf: (reference: string) => number | undefined,
  open: (source: Source, from: HTMLElement) => void,
): HTMLElement {
  const at = characters(text);
  const spans = quotes
    .map(({ at: span, message }) => ({ range: at(span), message }))
    .sort((a, b) => a.range[0] - b.range[0]);
  const box = el("div", { class: "summary" });
  let [start, next] = [0, 0];
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const own: Quoted[] = [];
    for (; next < spans.length && (spans[next]?.range[0] ?? end) < end; next++) {
      const { range, message } = spans[next] as { range: Range; message: number };
      own.push({ from: range[0] - start, to: Math.min(range[1], end) - start, message });
    }
    box.append(row(line, own));
    start = end + 1;
  }
  return box;

  function row(line: string, own: Quoted[]): HTMLElement {
    if (line.startsWith("## ")) return el("h4", {}, line.slice(3));
    const element = el("p", { class: line.startsWith("  ") ? "deeper" : undefined });
    let done = 0;
    for (const { from, to } of own) {
      if (from < done) continue;
      element.append(...ours(line.slice(done, from), line, own), el("q", {}, line.slice(from, to)));
      done = to;
    }
    element.append(...ours(line.slice(done), line, own));
    return element;
  }

  function ours(part: string, line: string, own: Quoted[]): (Node | string)[] {
    return part.split(/(\[(?:#\d+|t\d+)\])/).map((piece, n) => {
      const message = n % 2 === 1 ? indexOf(piece.slice(1, -1)) : undefined;
      if (message === undefined) return piece;
      const button = el("button", { type: "button", class: "ref", title: "Show the original" }, piece);
      button.addEventListener("click", () => open({ message, quotes: wanted(message, line, own) }, button));
      return button;
    });
  }

  /** What the line copies, and whatever else the summary copies from this message. */
  function wanted(message: number, line: string, own: Quoted[]): string[] {
    const here = own.map(({ from, to }) => line.slice(from, to));
    const there = spans.filter((span) => span.message === message).map(({ range }) => text.slice(range[0], range[1]));
    return [...new Set([...here, ...there])];
  }
}

interface Quoted {
  from: number;
  to: number;
  message: number;
}

/** Spans count bytes of UTF-8, JavaScript counts UTF-16: gives the function from one to the other. */
function characters(text: string): (span: Span) => Range {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes === text.length) return ({ start, len }) => [start, start + len];
  const places = new Uint32Array(bytes + 1);
  let byte = 0;
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const [width, units] = [point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4, point < 0x10000 ? 1 : 2];
    places.fill(at, byte, byte + width);
    byte += width;
    at += units;
  }
  places[bytes] = text.length;
  return ({ start, len }) => [places[start] ?? 0, places[start + len] ?? text.length];
}
