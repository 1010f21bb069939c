/** The shared values of a session's parts: ports, the open wallet, and settings that are kept without a wallet. */
import type { Queue } from '../../base/queue.ts';
import type { WalletFiles } from '../../ports/wallet-files.ts';
import type { Network } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { Paper } from '../paper/paper.ts';
import type { OpenWallet, World } from '../wallet.ts';
import type { AutoLock } from './auto-lock.ts';
import type { SessionEmitter } from './events.ts';
import type { Kept, WalletSession } from './types.ts';

/** The copy that is read while the wallet `of` is locked (read-on.ts). */
export interface LockedReader {
  readonly of: string;
  readonly wallet: OpenWallet;
}

export interface SessionContext {
  readonly world: World;
  readonly nodes: Nodes;
  readonly files: WalletFiles;
  /** A program controls the app: it closes the wallet and chooses the node. */
  readonly automated: boolean;
  /** The only network of this session's wallets; undefined: any. */
  readonly network: Network | undefined;
  readonly events: SessionEmitter;
  readonly autoLock: AutoLock;
  /** Runs opening, closing and key changes one after the other: two at once could leave a second wallet open. */
  readonly queue: Queue;
  open: OpenWallet | undefined;
  /** Reads on while the wallet is locked. */
  reader: LockedReader | undefined;
  /** Name of the wallet whose background copy is open. */
  copyOf: string | undefined;
  /** Keys that are swept into the open wallet. */
  paper: Paper | undefined;
  kept: Kept;
}

/** Fault no_wallet. */
export function openWalletOf({ open }: SessionContext): OpenWallet {
  if (!open) throw fault('no_wallet');
  return open;
}

/** Fault other_network: this session is for wallets of another network. */
export function checkNetwork({ network: expected }: SessionContext, wallet: Network): void {
  if (expected !== undefined && wallet !== expected) throw fault('other_network', { wallet, expected });
}

export function emitStatus({ events }: SessionContext): void {
  events.emit('status', {});
}

/** Another wallet, or another copy of it, is open. */
export function emitChanged({ events, open }: SessionContext): void {
  if (!open) return;
  events.emit('changed', { history_from: open.ledger.takeTouched() });
  const txids = open.ledger.takeReceived();
  if (txids.length > 0) events.emit('received', { txids });
}

export function backgroundStateOf({ open, copyOf }: SessionContext): WalletSession['background'] {
  const { away, copy } = open?.state.settings.background ?? {};
  if (!away) return undefined;
  return copy && copyOf === undefined ? 'copy' : 'syncing';
}
