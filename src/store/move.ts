/**
 * Copies a wallet from one storage to another, record by record and still encrypted: no password is needed. The copy is
 * whole or absent at every moment, and is read back before the source may be removed, so a command that was interrupted is
 * given again.
 */
import { equalBytes } from '../base/bytes.ts';
import type { Random } from '../ports/random.ts';
import { checkChain } from './chain.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { newToken } from './files/context.ts';
import { parseHeader, parseRecord, type StoredRecord, type WalletHeader } from './header.ts';
import { lockName, type Lease, type OwnerLocks } from './locks.ts';

/** A storage whose wallets have their names as storage keys. */
export interface WalletPlace {
  readonly disk: Disk;
  readonly locks: OwnerLocks;
}
interface Content {
  readonly header: WalletHeader;
  readonly records: readonly StoredRecord[];
}

/**
 * Moves one wallet, which both storages keep reserved meanwhile. `there`: an earlier call had copied it. `removes`: from the source, at
 * the end. Faults wallet_not_found, wallet_open_elsewhere, storage_full, storage_unavailable, file_damaged:
 * the source, or the copy reads back differently; wallet_exists: another wallet of this name is there, or another state of it.
 */
export async function moveWallet(
  { from, to, random }: { readonly from: WalletPlace; readonly to: WalletPlace; readonly random: Random },
  name: string,
  { removes = false }: { readonly removes?: boolean } = {},
): Promise<'copied' | 'there'> {
  const leases: Lease[] = [];
  try {
    for (const place of [from, to]) leases.push(await reserve(place, name));
    const source = await contentOf(from, name);
    if (!source) throw fault('wallet_not_found', { name });
    checkChain(source.header, source.records);
    const before = await contentOf(to, name);
    if (before && !isSame(source, before)) throw fault('wallet_exists', { name });
    if (!before) await copy(to, source, newToken({ random }));
    if (removes) await from.disk.remove(name);
    return before ? 'there' : 'copied';
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** The other program that wants the wallet gets it when this is done: a copy takes less time than a lease. */
const reserve = async ({ locks }: WalletPlace, name: string): Promise<Lease> => {
  const lease = await locks.acquire(lockName(name), { takeOver: false, onLoss: () => Promise.resolve() });
  if (!lease) throw fault('wallet_open_elsewhere', { name });
  return lease;
};

const contentOf = async ({ disk }: WalletPlace, name: string): Promise<Content | undefined> => {
  const found = await disk.read(name);
  return found && { header: parseHeader(found.header), records: found.records.map(parseRecord) };
};

const copy = async (to: WalletPlace, { header, records }: Content, owner: string): Promise<void> => {
  const { name } = header;
  if (!(await to.disk.create({ ...header, owner }, records))) throw fault('wallet_exists', { name });
  await to.disk.leave?.(name, false);
  const read = await contentOf(to, name);
  if (!read || !isSame({ header, records }, read)) throw fault('file_damaged', { what: 'the copy' });
};

/** All that is stored except the owner, which changes with each opening, as does the time of it. */
const isSame = (a: Content, b: Content): boolean =>
  a.header.createdAt === b.header.createdAt &&
  a.header.sequence === b.header.sequence &&
  (['id', 'link', 'head'] as const).every((field) => equalBytes(a.header[field], b.header[field])) &&
  (['salt', 'nonce', 'wrapped', 'checksum'] as const).every((field) =>
    equalBytes(a.header.slot[field], b.header.slot[field]),
  ) &&
  (['memoryKib', 'passes', 'lanes'] as const).every(
    (field) => a.header.slot[field] === b.header.slot[field],
  ) &&
  a.records.length === b.records.length &&
  a.records.every((record, i) => {
    const other = b.records[i]!;
    return (
      record.kind === other.kind &&
      record.sequence === other.sequence &&
      equalBytes(record.sealed, other.sealed)
    );
  });
