/**
 * Takes one raw LZMA stream (lc 3, lp 0, pb 2, as `demo/build/pack.py` writes it) and the length of what is in it;
 * gives the bytes. The page carries the components in this form, because it makes them a third smaller than what
 * browsers can unpack themselves. Damaged data gives wrong bytes or an error, never an endless loop.
 */
const STATES = 12;
const POSITIONS = 4;
const HALF = 1024;

/** Probabilities of one kind of decision, each at one half. */
const half = (count: number) => new Uint16Array(count).fill(HALF);

class Lengths {
  readonly choice = half(2);
  readonly low = half(POSITIONS << 3);
  readonly mid = half(POSITIONS << 3);
  readonly high = half(256);
}

class Bits {
  private range = 0xffffffff;
  private code = 0;
  private at = 1;

  constructor(private readonly from: Uint8Array) {
    for (let n = 0; n < 4; n++) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  private next(): number {
    if (this.at >= this.from.length + 4) throw new Error("the packed components are cut off");
    return this.from[this.at++] ?? 0;
  }

  private scale(): void {
    if (this.range < 0x1000000) {
      this.range = (this.range << 8) >>> 0;
      this.code = ((this.code << 8) | this.next()) >>> 0;
    }
  }

  bit(probs: Uint16Array, index: number): number {
    const prob = probs[index] ?? HALF;
    const bound = (this.range >>> 11) * prob;
    if (this.code < bound) {
      this.range = bound;
      probs[index] = prob + ((2048 - prob) >> 5);
      this.scale();
      return 0;
    }
    this.range -= bound;
    this.code -= bound;
    probs[index] = prob - (prob >> 5);
    this.scale();
    return 1;
  }

  direct(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n++) {
      this.range >>>= 1;
      const one = this.code >= this.range ? 1 : 0;
      if (one) this.code -= this.range;
      value = (value << 1) | one;
      this.scale();
    }
    return value;
  }

  tree(probs: Uint16Array, count: number, base = 0): number {
    let node = 1;
    for (let n = 0; n < count; n++) node = (node << 1) | this.bit(probs, base + node);
    return node - (1 << count);
  }

  reverse(probs: Uint16Array, count: number, base: number): number {
    let [node, value] = [1, 0];
    for (let n = 0; n < count; n++) {
      const one = this.bit(probs, base + node);
      node = (node << 1) | one;
      value |= one << n;
    }
    return value;
  }

  length(of: Lengths, position: number): number {
    if (!this.bit(of.choice, 0)) return 2 + this.tree(of.low, 3, position << 3);
    if (!this.bit(of.choice, 1)) return 10 + this.tree(of.mid, 3, position << 3);
    return 18 + this.tree(of.high, 8);
  }
}

export function unpack(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  const bits = new Bits(packed);
  const [match, long] = [half(STATES * POSITIONS), half(STATES * POSITIONS)];
  const [rep, rep0, rep1, rep2] = [half(STATES), half(STATES), half(STATES), half(STATES)];
  const [literals, slots, special, align] = [half(8 * 0x300), half(4 * 64), half(128), half(16)];
  const [lengths, repeats] = [new Lengths(), new Lengths()];
  let [state, at] = [0, 0];
  let [d0, d1, d2, d3] = [0, 0, 0, 0];
  while (at < length) {
    const position = at & 3;
    if (!bits.bit(match, state * POSITIONS + position)) {
      const base = ((at > 0 ? out[at - 1] ?? 0 : 0) >> 5) * 0x300;
      let symbol = 1;
      if (state >= 7) {
        let hint = out[at - d0 - 1] ?? 0;
        while (symbol < 0x100) {
          const expected = (hint >> 7) & 1;
          hint <<= 1;
          const one = bits.bit(literals, base + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (one !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bits.bit(literals, base + symbol);
      out[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count: number;
    if (!bits.bit(rep, state)) {
      [d3, d2, d1] = [d2, d1, d0];
      count = bits.length(lengths, position);
      state = state < 7 ? 7 : 10;
      d0 = distance(bits, Math.min(count - 2, 3), slots, special, align);
    } else {
      if (!bits.bit(rep0, state)) {
        if (!bits.bit(long, state * POSITIONS + position)) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - d0 - 1] ?? 0;
          at += 1;
          continue;
        }
      } else if (!bits.bit(rep1, state)) {
        [d0, d1] = [d1, d0];
      } else if (!bits.bit(rep2, state)) {
        [d0, d1, d2] = [d2, d0, d1];
      } else {
        [d0, d1, d2, d3] = [d3, d0, d1, d2];
      }
      count = bits.length(repeats, position);
      state = state < 7 ? 8 : 11;
    }
    if (d0 >= at) throw new Error("the packed components are damaged");
    for (const end = Math.min(at + count, length); at < end; at++) out[at] = out[at - d0 - 1] ?? 0;
  }
  return out;
}

function distance(bits: Bits, kind: number, slots: Uint16Array, special: Uint16Array, align: Uint16Array): number {
  const slot = bits.tree(slots, 6, kind << 6);
  if (slot < 4) return slot;
  const extra = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) << extra;
  if (slot < 14) return base + bits.reverse(special, extra, base - slot);
  return (base >>> 0) + ((bits.direct(extra - 4) << 4) >>> 0) + bits.reverse(align, 4, 0);
}
