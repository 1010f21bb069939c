/** Context that the operations on wallet files of one disk share. */
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import { toHex } from '../../base/hex.ts';
import type { Disk } from '../disk.ts';
import { fault } from '../faults.ts';
import { parseHeader, parseName, type KdfParams, type WalletHeader } from '../header.ts';
import type { OwnerLocks } from '../locks.ts';
import type { StorageReport, VanishMarker } from '../persist.ts';
import type { SpaceSource } from '../space.ts';
import type { OpenFile } from './open-file.ts';

export interface FilesDeps {
  readonly disk: Disk;
  readonly locks: OwnerLocks;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
  readonly kdf: KdfParams;
  readonly marker: VanishMarker;
  readonly storage?: StorageReport & SpaceSource;
  /** The storage key of a new wallet with this name. Default: random. */
  readonly newStorageKey?: (name: string) => string;
}

export interface FilesContext extends FilesDeps {
  readonly newStorageKey: (name: string) => string;
  /** The files that this tab has opened. */
  readonly opened: Set<OpenFile>;
}

/** Sixteen random bytes in hex: a fencing token or a storage key. */
export function newToken({ random }: Pick<FilesDeps, 'random'>): string {
  return toHex(random.bytes(16));
}

/** Faults wallet_not_found, bad_wallet_name, file_damaged, file_too_new. */
export async function findHeader({ disk }: FilesDeps, given: string): Promise<WalletHeader> {
  const name = parseName(given);
  const found = await disk.find(name);
  if (found === undefined) throw fault('wallet_not_found', { name });
  return parseHeader(found);
}

/**
 * Storage key, name and times of a header, as far as they can be read: a damaged wallet, or one of a newer version, must
 * not disappear from the list.
 */
export function summaryOf(header: unknown) {
  const {
    place: storageKey,
    name,
    createdAt,
    usedAt,
  } = header as Partial<Record<keyof WalletHeader, unknown>>;
  if (typeof storageKey !== 'string' || typeof name !== 'string') return undefined;
  return {
    place: storageKey,
    public: { name, createdAt: Number(createdAt) || 0, usedAt: Number(usedAt) || 0 },
  };
}

/** Ignores failures of the marker for vanished wallets: opening the wallet sets the mark again. */
export function mark(change: Promise<void>): Promise<void> {
  return change.catch(() => undefined);
}
