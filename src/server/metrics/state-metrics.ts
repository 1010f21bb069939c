/** State of the wallets for Prometheus and for a health check: no key, address, label or amount. */
import type { Result } from '../../rpc/contract.ts';
import { family } from './exposition.ts';

/** Faults after which the node has certainly been reached (src/ports/faults.ts). */
const REACHED = new Set([
  'node_wrong_network',
  'node_not_synchronised',
  'node_login',
  'node_busy',
  'node_http',
  'node_bad_answer',
  'node_error',
  'node_restricted',
  'node_payment_required',
  'node_lacks_method',
  'node_too_old',
]);

type XStatus = Result<'x_status'>;
/** The used part of x_status. `last_pass` in milliseconds since 1970. */
export interface MonitoredStatus extends Pick<XStatus, 'phase' | 'height' | 'target_height' | 'last_pass'> {
  readonly node: Pick<XStatus['node'], 'address'>;
  readonly problem?: Pick<NonNullable<XStatus['problem']>, 'fault'>;
}
type NodeState = 'reachable' | 'unreachable' | 'none' | 'unknown';
/**
 * `name` is undefined for the only wallet of a server; `status` is undefined when the wallet's worker does not answer.
 */
export interface WalletStatus {
  readonly name: string | undefined;
  readonly status: MonitoredStatus | undefined;
}

/** State of the node. It is asked only for an open wallet; before the first answer the state is unknown. */
export function nodeState({ node, problem, last_pass: lastPass, phase }: MonitoredStatus): NodeState {
  if (node.address === '') return 'none';
  if (phase === 'closed') return 'unknown';
  if (problem && /^node_/.test(problem.fault))
    return REACHED.has(problem.fault) ? 'reachable' : 'unreachable';
  return lastPass === undefined && phase === 'idle' ? 'unknown' : 'reachable';
}

/** Undefined before the node has said how far it is: no lag is known then. */
export function lagOf({ height, target_height: target, last_pass: lastPass }: MonitoredStatus) {
  return lastPass === undefined && target <= height ? undefined : Math.max(0, target - height);
}

/** The gauges of all wallets, as text. */
export function stateText(wallets: readonly WalletStatus[]): string {
  /** One sample for each wallet of which `read` knows a number. */
  const each = (read: (status: MonitoredStatus) => number | undefined) =>
    wallets.flatMap(({ name, status }) => {
      const value = status && read(status);
      return value === undefined ? [] : [{ labels: labelsOf(name), value }];
    });
  const open = (read: (status: MonitoredStatus) => number | undefined) =>
    each((status) => (status.phase === 'closed' ? undefined : read(status)));
  return [
    family(
      'ostro_wallet_up',
      'gauge',
      '1 when the worker of the wallet answers.',
      wallets.map(({ name, status }) => ({ labels: labelsOf(name), value: status ? 1 : 0 })),
    ),
    family(
      'ostro_wallet_open',
      'gauge',
      '1 when a wallet is open.',
      each(({ phase }) => (phase === 'closed' ? 0 : 1)),
    ),
    family(
      'ostro_wallet_height',
      'gauge',
      'Blocks that the open wallet has read.',
      open(({ height }) => height),
    ),
    family(
      'ostro_node_height',
      'gauge',
      'Blocks of the node, as it last said.',
      open(({ target_height: height }) => (height > 0 ? height : undefined)),
    ),
    family('ostro_wallet_lag_blocks', 'gauge', 'Blocks of the node that are not read yet.', open(lagOf)),
    family(
      'ostro_wallet_last_pass_timestamp_seconds',
      'gauge',
      'When the open wallet was last up to date with its node.',
      open(({ last_pass: lastPass }) => lastPass && lastPass / 1000),
    ),
    family(
      'ostro_node_reachable',
      'gauge',
      '1 when the node answered last, 0 when it did not; absent without an open wallet or a node.',
      open(
        (status) =>
          ({ reachable: 1, unreachable: 0, none: undefined, unknown: undefined })[nodeState(status)],
      ),
    ),
  ].join('');
}

const labelsOf = (name: string | undefined): Readonly<Record<string, string>> =>
  name === undefined ? {} : { wallet: name };
