/** What the page and its worker say to each other. Plain data only. */
import type { Anchor, Options } from "cento/engine";

/** To the worker: first the packed components, then sessions. */
export type ToWorker =
  | { kind: "load"; packed: string; lengths: number[] }
  | { kind: "compact"; id: number; session: string; options: Options };

/** The phases of a compaction, in order. */
export type Phase = "reading" | "planning" | "checking";

/** Milliseconds that the phases took, in the worker. */
export type Times = Record<Phase, number>;

/** What came of a session. All texts are JSON. */
export interface Compacted {
  /** The session as it was read: `{"messages": [...], "options": {...}}`. */
  opened: string;
  /** What becomes of every message. */
  plan: string;
  /** The bytes that `cento compact` prints. */
  result: string;
  anchors: Anchor[];
  times: Times;
}

/** From the worker. */
export type FromWorker =
  | { kind: "ready"; sample: string; imports: string[]; sizes: number[] }
  | { kind: "broken"; message: string }
  | { kind: "phase"; id: number; phase: Phase }
  | { kind: "done"; id: number; compacted: Compacted }
  | { kind: "failed"; id: number; message: string };
