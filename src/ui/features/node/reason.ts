/** The parts of a reason why a node does not work, and the facts from which it is made. */
import { BY_COMMAND } from '../../../base/by-command.ts';
import type { NodeAccess } from '../../state/node-access.svelte.ts';
import type { OperatorLine } from './operator-lines.ts';

export interface Reason {
  /** The name of the reason. */
  readonly title: string;
  readonly what: string;
  /** Possible causes, where the browser does not name one. */
  readonly maybe: readonly string[];
  /** The next step for the person. */
  readonly then: string;
  /** Opening the node's address in a tab of its own shows more. */
  readonly opensInTab: boolean;
  /** The next step for the operator; empty when none is known. */
  readonly own: string;
  readonly lines: readonly OperatorLine[];
}
/** The page that asks. */
export interface Asker {
  readonly origin: string;
  /** `navigator.onLine`. */
  readonly online: boolean;
  /** Only in the browser extension: whether the person has allowed it to read from this node. */
  readonly access?: 'allowed' | 'missing';
  /** The command `ostro` forwards the requests. */
  readonly byCommand?: boolean;
}
/** This page, and what it may do at the node of this address. `access`: only in the browser extension. */
export function askerHere(access: NodeAccess | undefined, address: string): Asker {
  return {
    origin: location.origin,
    online: navigator.onLine,
    byCommand: BY_COMMAND,
    ...(access && { access: access.isMissing(address) ? 'missing' : 'allowed' }),
  };
}

/** The parts that one fault sets. Parts that are missing are empty, or come from the fault's message (src/ui/messages). */
export type ReasonParts = Pick<Reason, 'title' | 'then'> & Partial<Reason>;
export interface FaultFacts {
  readonly address: string;
  readonly asker: Asker;
  /** A field of the fault's data as text; empty when it is missing. */
  readonly text: (field: string) => string;
}

export const OTHER = 'Choose another node.';
export const LATER = 'Test it again later, or choose another node.';
