/**
 * Why a node does not work: the name of the reason, what a person can do, and what its operator can do. Browsers tell a
 * page nothing about a failed request (src/daemon/diagnose.ts): then the reason is a list of what it may be.
 */
import { sentenceFor } from '../../messages/explain.ts';
import type { Asker, Reason } from './reason.ts';
import { REASONS } from './reason-table.ts';

export interface Refusal {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
}
/** The reason behind a refusal of x_node_health, behind its `problem`, or behind the problem of the node in use. */
export function reasonOf({ fault, data }: Refusal, asker: Asker): Reason {
  const text = (field: string): string => {
    const value = data[field];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
  };
  const { what, why = '', then } = sentenceFor(fault, data);
  const parts = REASONS[fault]?.({ address: text('address'), asker, text });
  return {
    title: 'This node does not work',
    what: [what, why].filter((part) => part !== '').join(' '),
    then,
    maybe: [],
    opensInTab: false,
    own: '',
    lines: [],
    ...parts,
  };
}
