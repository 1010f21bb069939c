/** Result of x_status, and data of its event: the state of the wallet. */
import type { Infer } from '../../base/shape.ts';
import { DEVICE_IDS, type DeviceId } from '../../base/signing-devices.ts';
import type { Network } from '../../protocol/address/address.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { bool, count, def, i64, obj, oneOf, opt, str, u32 } from '../schema.ts';
import { anyData, awayNode, awayOf, disagreement } from './nodes.ts';

const NO_WALLET = {
  ...({ wallet: '', kind: 'spend', devnet: false, phase: 'closed' } as const),
  height: 0,
  target_height: 0,
  start_height: 0,
  blocks_per_second: 0,
  seconds_left: 0,
  missing: 0,
  spends_known: false,
  reading_missing: false,
  cold: false,
  coins: 0,
  unmarked: 0,
  doubtful: 0,
  signing_device: 'other' as const,
  sharing: false,
  threshold: 0,
  sending_closed: false,
};
/** A payment that proves membership is being made: `Proving` in wallet/sync/types.ts. */
const PROVING = { proving: opt(anyData) };

export const statusShape = {
  /** Name of the open wallet; empty when none is open. */
  wallet: str,
  /** multisig: the wallet of a multisig signer. */
  kind: oneOf('spend', 'view', 'multisig'),
  network: oneOf<Network>('mainnet', 'testnet', 'stagenet'),
  devnet: bool,
  /** closed: no wallet is open. The others: wallet/sync/types.ts. */
  phase: oneOf('closed', 'idle', 'reading', 'done', 'waiting', 'asking'),
  height: count,
  target_height: count,
  /** Block at which this scan began. Not the one to restore from, which would miss money. */
  start_height: count,
  /** The wallet's birth height, for restoring it elsewhere. */
  restore_height: opt(count),
  /** Number of older blocks that are read later, and whether they are being read now. */
  missing: def(count, 0),
  reading_missing: def(bool, false),
  /** True when the wallet knows which coins may be spent in blocks that it has not read yet: the others can be spent. */
  spends_known: def(bool, false),
  blocks_per_second: u32,
  /** 0 when not known. */
  seconds_left: count,
  /** When the wallet was last up to date with its node, in milliseconds since 1970. */
  last_pass: opt(i64),
  /** The node in use. `stand_in`: the wallet chose it, since the preferred one is away. `kind`: as in x_set_nodes. */
  node: obj({ address: str, trusted: bool, stand_in: opt(bool), kind: opt(oneOf('relay')) }),
  /**
   * While `in_use` and `open`, balances and history are as this light-wallet server names them, and not read from the chain. `open`: it
   * has answered. When it is not in use any more, the wallet compares (x_light_server).
   */
  light_server: opt(obj({ address: str, in_use: bool, open: bool })),
  /** The preferred node is away. */
  away: opt(awayNode),
  /** The node in use and the one that it is compared with disagree: nothing is sent. */
  disagreement: opt(disagreement),
  /** A cold wallet: offline, signs for a view-only wallet. */
  cold: def(bool, false),
  /** Number of outputs found, and of those without a known key image, which may be spent or unspent. */
  coins: def(count, 0),
  unmarked: def(count, 0),
  /** Number of those without which the balance may be wrong: an exchange of key images clears it. */
  doubtful: def(count, 0),
  /** The chosen signing device of a view-only wallet: an id of src/base/signing-devices.ts. */
  signing_device: def(oneOf<DeviceId>('other', ...DEVICE_IDS), 'other'),
  /** True while the wallet becomes a multisig signer: its present address must not be used any more. */
  sharing: def(bool, false),
  /** Number of signatures that a payment needs; 0 without multisig. */
  threshold: def(count, 0),
  /** True when the chain is read to its end, but its rules refuse the payments that this build makes. */
  sending_closed: def(bool, false),
  /** Planned rules that end something of this build; `from`: `data` of this build, or what the `node` says. */
  next_rules: opt(obj({ version: u32, height: count, from: oneOf('data', 'node') })),
  /** In builds that read blocks with the root of the tree of outputs: `TreeState` in wallet/state/records/tree.ts. */
  tree: opt(anyData),
  ...((MAY_PROVE && PROVING) as typeof PROVING),
  problem: opt(obj({ fault: str, data: anyData, since: i64 })),
  /** A locked wallet that is being read further. */
  reading_on: opt(obj({ wallet: str, height: count, target_height: count, start_height: count })),
};
export type WireStatus = Infer<typeof statusShape>;

export function statusOf(session: WalletSession): WireStatus {
  const { open, readingOn } = session;
  const { outage, comparison } = session.nodes;
  const { disagreement: differs } = comparison;
  const { node } = session.world.chain;
  const nodes = {
    node: {
      address: node?.address ?? '',
      trusted: node?.trusted ?? false,
      ...(session.nodes.standIn && { stand_in: true }),
      ...(node?.kind && { kind: node.kind }),
    },
    ...(outage && { away: awayOf(outage) }),
    ...(differs && { disagreement: differs }),
  };
  if (!open)
    return {
      ...NO_WALLET,
      network: session.network ?? 'mainnet',
      ...nodes,
      ...(readingOn && { reading_on: progressOf(readingOn) }),
    };
  const { status } = open.sync;
  const { rules } = open.sync;
  const { next } = rules;
  const { account, tables } = open.state;
  const tree = tables.treeState.get('');
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
    missing: open.sync.missing.gaps.reduce((sum, { from, to }) => sum + to - from, 0),
    reading_missing: open.sync.missing.reading && status.phase === 'done',
    spends_known: open.sync.unreadSpends.known,
    blocks_per_second: status.blocksPerSecond,
    seconds_left: status.secondsLeft,
    ...(status.lastPass !== undefined && { last_pass: status.lastPass }),
    ...nodes,
    ...lightServerOf(open.state),
    cold: open.state.settings.cold ?? false,
    coins: open.state.outputs.length,
    unmarked: account.spendSecret
      ? 0
      : open.state.outputs.filter(({ keyImage, keyImageRequested }) => !keyImage || keyImageRequested).length,
    doubtful: open.coins.doubtful(),
    signing_device: open.coins.signingDevice(),
    sharing: open.multisig.roundOf('keys') !== undefined,
    threshold: account.multisig?.threshold ?? 0,
    sending_closed: rules.closed,
    ...(next && { next_rules: next }),
    ...(tree && { tree: { ...tree } }),
    ...(MAY_PROVE && status.proving && { proving: { ...status.proving } }),
    ...(status.problem && {
      problem: { ...status.problem, data: status.problem.data as Readonly<Record<string, unknown>> },
    }),
  };
}

const lightServerOf = ({ tables }: Wallet['state']) => {
  const { address, inUse = false, open = false } = tables.lightServer.get('') ?? {};
  return address === undefined ? {} : { light_server: { address, in_use: inUse, open } };
};

const progressOf = ({ wallet, height, status }: NonNullable<WalletSession['readingOn']>) => ({
  wallet,
  height,
  target_height: status.targetHeight,
  start_height: status.startHeight,
});
