/**
 * Checks the order of a journal's records: at most one snapshot, as the first, then entries without a gap. The header
 * contains the number and tag of the last record.
 */
import { equalBytes } from '../base/bytes.ts';
import { unseal, type FileKey } from './crypt.ts';
import { fault } from './faults.ts';
import { NO_LINK, tagOf, type StoredRecord, type WalletHeader } from './header.ts';

const GROUP = 256;

/**
 * Checks, without the key, that the records fit each other and the header. Faults file_damaged; file_unfinished: a
 * version that stored header and first record one after the other was ended between them.
 */
export function checkChain(header: WalletHeader, records: readonly StoredRecord[]): void {
  if (header.sequence === 0 && records.length === 0) throw fault('file_unfinished', { name: header.name });
  let expected = records[0]?.kind === 'snapshot' ? records[0].sequence : 1;
  for (const [index, record] of records.entries()) {
    if (record.sequence !== expected) throw fault('file_damaged', { what: `record ${expected} is missing` });
    if (record.kind === 'snapshot' && index > 0)
      throw fault('file_damaged', { what: `record ${expected} is out of place` });
    expected++;
  }
  const last = records.at(-1);
  if (header.sequence !== last?.sequence || !equalBytes(header.link, tagOf(last.sealed)))
    throw fault('file_damaged', { what: 'the last record' });
}

/** Decrypts the records in order. Own fault: file_damaged: a record was changed or moved. */
export async function openChain(
  key: FileKey,
  header: WalletHeader,
  records: readonly StoredRecord[],
): Promise<{ readonly snapshot?: Uint8Array; readonly entries: readonly Uint8Array[] }> {
  checkChain(header, records);
  const plain: Uint8Array[] = [];
  // In groups: WebCrypto has its own threads; thousands of waiting jobs would only use memory.
  for (let at = 0; at < records.length; at += GROUP) {
    const group = records.slice(at, at + GROUP).map(({ kind, sequence, sealed }, i) => {
      const before = records[at + i - 1];
      return unseal(
        key,
        { id: header.id, kind, sequence, link: before ? tagOf(before.sealed) : NO_LINK },
        sealed,
      );
    });
    plain.push(...(await Promise.all(group)));
  }
  const [first, ...rest] = plain;
  return first && records[0]?.kind === 'snapshot' ? { snapshot: first, entries: rest } : { entries: plain };
}

/** Checks that the header contains the last record that was written. Fault file_damaged. */
export async function checkHead(key: FileKey, { id, sequence, link, head }: WalletHeader): Promise<void> {
  await unseal(key, { id, kind: 'head', sequence, link }, head);
}
