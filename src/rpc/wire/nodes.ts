/** Facts about the session's nodes: in x_nodes, and in the status. */
import type { Nodes } from '../../wallet/types.ts';
import { bool, i64, obj, str, type Field } from '../schema.ts';

/** Data of a fault, unchanged, with amounts as bigint. */
export const anyData: Field<Readonly<Record<string, unknown>>> = {
  type: 'object',
  missing: () => ({}),
  read: (value) => value as Readonly<Record<string, unknown>>,
  write: (value) => value,
};

/** The node that the wallet reads from. `stand_in`: the wallet chose it, since the first one of the list is away. */
export const usedNode = obj({ address: str, stand_in: bool });

/** The first node of the list while it is away. Times in milliseconds since the epoch. */
export const awayNode = obj({ address: str, fault: str, data: anyData, since: i64, next_try: i64 });
export function awayOf({ nextTry, ...outage }: NonNullable<Nodes['outage']>) {
  return { ...outage, next_try: Math.round(nextTry) };
}

/** `what`: tip, fork_heights, fees or distribution. `node`: the one in use. `other`: the one it is compared with. */
export const disagreement = obj({ what: str, node: str, other: str, since: i64 });
