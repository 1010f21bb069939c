/** Encrypts the next record of a wallet, with the header that goes into the same transaction. */
import type { Random } from '../../ports/random.ts';
import { seal, type FileKey } from '../crypt.ts';
import { fault } from '../faults.ts';
import {
  MAX_RECORD,
  NO_LINK,
  tagOf,
  type RecordKind,
  type StoredRecord,
  type WalletHeader,
} from '../header.ts';

/** `before`: the header of the record before; of a new wallet: with sequence 0. Fault storage_full: `plain` is too large to be read again. */
export async function sealRecord(
  random: Random,
  key: FileKey,
  before: Omit<WalletHeader, 'head'>,
  kind: RecordKind,
  plain: Uint8Array,
): Promise<{ readonly header: WalletHeader; readonly record: StoredRecord }> {
  if (plain.length > MAX_RECORD / 2) throw fault('storage_full');
  const { id, place: storageKey } = before;
  const sequence = before.sequence + 1;
  // A snapshot starts a new chain: the records before it are removed.
  const linked = kind === 'snapshot' ? NO_LINK : before.link;
  const sealed = await seal(random, key, { id, kind, sequence, link: linked }, plain);
  const link = tagOf(sealed);
  const head = await seal(random, key, { id, kind: 'head', sequence, link }, new Uint8Array());
  return {
    header: { ...before, sequence, link, head },
    record: { place: storageKey, sequence, kind, sealed },
  };
}
