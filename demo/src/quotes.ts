/**
 * Finds quoted words in their source. A quotation may differ from it in white space, escapes and signs, and leaves
 * words out at `…`; so, as the verifier does, letters and digits are compared, piece by piece and in order.
 */

/** From one character to before another. */
export type Range = [start: number, end: number];

const LETTER = /[\p{L}\p{N}]/u;

/** Letters and digits of a text, and where each stands in it. */
export interface Skeleton {
  letters: string;
  places: Uint32Array;
}

export function skeleton(text: string): Skeleton {
  const places = new Uint32Array(text.length);
  let letters = "";
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (LETTER.test(char)) {
      for (let unit = 0; unit < char.length; unit++) places[letters.length + unit] = at + unit;
      letters += char;
    }
    at += char.length;
  }
  return { letters, places };
}

/** Where the words of the quotation stand in the source; nothing if they do not all stand there in order. */
export function find(quote: string, { letters, places }: Skeleton): Range[] {
  const found: Range[] = [];
  let from = 0;
  for (const piece of quote.split(/…(?:\(?\+[\d,]+)?|\[redacted\]/)) {
    const wanted = skeleton(piece).letters;
    if (wanted === "") continue;
    const at = letters.indexOf(wanted, from);
    if (at < 0) return [];
    from = at + wanted.length;
    found.push([places[at] ?? 0, (places[from - 1] ?? 0) + 1]);
  }
  return found;
}

/** The same ranges in order, those that touch as one. */
export function merged(ranges: Range[]): Range[] {
  const out: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
