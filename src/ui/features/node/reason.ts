/** The parts of a reason why a node does not work, and the facts from which it is made. */
import type { OperatorLine } from './operator-lines.ts';

export interface Reason {
  /** The name of the reason. */
  readonly title: string;
  readonly what: string;
  /** What it may be, where the browser does not say. */
  readonly maybe: readonly string[];
  /** What the person can do. */
  readonly then: string;
  /** Opening the node's address in a tab of its own shows more. */
  readonly look: boolean;
  /** What the operator can do; empty when nothing is known. */
  readonly own: string;
  readonly lines: readonly OperatorLine[];
}
/** The page that asks. */
export interface Asker {
  readonly origin: string;
  /** What the browser says: `navigator.onLine`. */
  readonly online: boolean;
}

/** The parts that one fault sets. Parts that are missing are empty, or come from the fault's message (src/ui/messages). */
export type ReasonParts = Pick<Reason, 'title' | 'then'> & Partial<Reason>;
export interface Facts {
  /** Of the node. */
  readonly address: string;
  readonly asker: Asker;
  /** A field of the fault's data as text; empty when it is missing. */
  readonly text: (field: string) => string;
}

export const OTHER = 'Choose another node.';
export const LATER = 'Test it again later, or take another node.';
