/** x_status and its event: the wallet's state in wire form. */
import { roundOf } from '../wallet/multisig/messages.ts';
import type { Session } from '../wallet/session/types.ts';
import { bool, count, def, i64, obj, opt, str, u32, type Field, type Infer } from './schema.ts';

/** Data of a fault, unchanged: amounts as bigint. */
const anyData: Field<Readonly<Record<string, unknown>>> = {
  type: 'object',
  missing: () => ({}),
  read: (value) => value as Readonly<Record<string, unknown>>,
  write: (value) => value,
};

export const statusShape = {
  wallet: str,
  kind: str,
  network: str,
  devnet: bool,
  phase: str,
  height: count,
  target_height: count,
  start_height: count,
  /** The wallet's birth height: where to start when it is restored elsewhere. */
  restore_height: opt(count),
  blocks_per_second: u32,
  seconds_left: count,
  node: obj({ address: str, trusted: bool }),
  /** Kept offline: signs for a view-only half. */
  cold: def(bool, false),
  /** Coins found so far, spent or not, and how many of them are not known as spent or unspent (no key image yet). */
  coins: def(count, 0),
  unmarked: def(count, 0),
  /** It is becoming a multisig signer: its present address must not be used any more. */
  sharing: def(bool, false),
  /** Number of signatures needed; 0 without multisig. */
  threshold: def(count, 0),
  problem: opt(obj({ fault: str, data: anyData, since: i64 })),
};
export type Status = Infer<typeof statusShape>;

export function statusOf(session: Session): Status {
  const { open } = session;
  const { node } = session.world.chain;
  const shown = { address: node?.address ?? '', trusted: node?.trusted ?? false };
  if (!open)
    return {
      wallet: '',
      kind: 'spend',
      network: 'mainnet',
      devnet: false,
      phase: 'closed',
      height: 0,
      target_height: 0,
      start_height: 0,
      blocks_per_second: 0,
      seconds_left: 0,
      node: shown,
      cold: false,
      coins: 0,
      unmarked: 0,
      sharing: false,
      threshold: 0,
    };
  const { status } = open.sync;
  const { account } = open.state;
  return {
    wallet: open.name,
    kind: account.multisig ? 'multisig' : account.spendSecret ? 'spend' : 'view',
    network: account.network,
    devnet: status.devnet,
    phase: status.phase,
    height: status.searchHeight ?? open.state.height,
    target_height: status.targetHeight,
    start_height: status.startHeight,
    restore_height: account.restoreHeight,
    blocks_per_second: status.blocksPerSecond,
    seconds_left: status.secondsLeft,
    node: shown,
    cold: open.state.settings.cold ?? false,
    coins: open.state.outputs.length,
    unmarked: account.spendSecret
      ? 0
      : open.state.outputs.filter(({ keyImage, keyImageRequested }) => !keyImage || keyImageRequested).length,
    sharing: roundOf(open.state, 'keys') !== undefined,
    threshold: account.multisig?.threshold ?? 0,
    ...(status.problem && {
      problem: {
        fault: status.problem.fault,
        data: status.problem.data as Readonly<Record<string, unknown>>,
        since: status.problem.since,
      },
    }),
  };
}
