/**
 * Two bars to one scale: the conversation before and after, in the order of its messages, in the colours of what
 * happened to them. The lengths of the bars are tokens; inside, a message has the share that its text has.
 */
import { grouped } from "./dom.ts";

export interface Part {
  kind: string;
  size: number;
}

const SVG = "http://www.w3.org/2000/svg";

/** `share`: tokens of this bar as part of the longer one, 0 to 1. */
export function bar(name: string, tokens: number, share: number, parts: Part[]): HTMLElement {
  const total = parts.reduce((sum, part) => sum + part.size, 0) || 1;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 1000 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label(name, tokens, total, parts));
  let at = 0;
  for (const { kind, size } of joined(parts)) {
    const width = (size / total) * share * 1000;
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("class", kind);
    rect.setAttribute("x", at.toFixed(2));
    rect.setAttribute("width", width.toFixed(2));
    rect.setAttribute("height", "10");
    svg.append(rect);
    at += width;
  }
  const row = document.createElement("div");
  row.className = "bar";
  const [term, count] = [document.createElement("span"), document.createElement("span")];
  term.textContent = name;
  count.textContent = grouped(tokens);
  row.append(term, svg, count);
  return row;
}

/** Neighbours of one kind as one. */
function joined(parts: Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.kind === part.kind) last.size += part.size;
    else out.push({ ...part });
  }
  return out;
}

function label(name: string, tokens: number, total: number, parts: Part[]): string {
  const sums = new Map<string, number>();
  for (const { kind, size } of parts) sums.set(kind, (sums.get(kind) ?? 0) + size);
  const shares = [...sums].map(([kind, size]) => `${kind} ${Math.round((100 * size) / total)} %`);
  return `${name}: ${grouped(tokens)} tokens; ${shares.join(", ")}`;
}
