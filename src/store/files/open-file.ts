/**
 * One open wallet file. Appends run one after the other: each record is encrypted, then committed in a transaction
 * that also checks that this tab still owns the file.
 */
import type { PasskeyInfo, PasskeySecret, WalletFile } from '../../ports/wallet-files.ts';
import { isFault } from '../../base/fault.ts';
import { sharedRuns } from '../../base/shared-runs.ts';
import { openChain } from '../chain.ts';
import { openBox, openExportableKey, openKey, rewrapKey, sealBox } from '../crypt.ts';
import type { Disk } from '../disk.ts';
import { fault } from '../faults.ts';
import { parseHeader, parseRecord, type RecordKind, type WalletHeader } from '../header.ts';
import { makePasskeySlot, openByPasskey } from '../passkey.ts';
import {
  createOpened,
  endAs,
  enqueue,
  keyOf,
  loseFile,
  loseToOtherTab,
  onlyFaults,
  type Opened,
} from './opened.ts';
import { sealRecord } from './seal-record.ts';

export interface OpenFile {
  readonly file: WalletFile;
  /**
   * Another tab wants the file or has taken it: finishes the running commit, calls the listeners, releases the lock.
   */
  lose(): Promise<void>;
}

export function createOpenFile(...given: Parameters<typeof createOpened>): OpenFile {
  const opened = createOpened(...given);
  const { disk, random, kdf, lease, listeners } = opened;
  const { name, place: storageKey, id } = opened.header;
  /** Many calls at once ask for it. */
  const confirm = disk.confirmOwner && sharedRuns(() => disk.confirmOwner!(storageKey));
  const file: WalletFile = {
    name,
    copy: disk.copyOf?.(storageKey) ?? storageKey,
    load: () => enqueue(opened, () => load(opened)),
    // A copy, since the caller may reuse its buffer before the write begins.
    append: (entry) => write(opened, 'entry', entry.slice()),
    compact: (snapshot, { everywhere } = {}) => write(opened, 'snapshot', snapshot, everywhere),
    changePassword: (oldPassword, newPassword) =>
      enqueue(opened, async () => {
        keyOf(opened);
        const slot = await rewrapKey({ random, kdf }, opened.header.slot, id, oldPassword, newPassword);
        await commit(opened, { ...opened.header, slot }, {});
      }),
    async checkPassword(password) {
      keyOf(opened);
      await openKey(opened.header.slot, id, password);
    },
    async checkPasskey(secret) {
      keyOf(opened);
      await openByPasskey(opened.header, secret);
    },
    addPasskey: (password, passkey, secret) =>
      enqueue(opened, () => addPasskey(opened, password, passkey, secret)),
    removePasskey: (password) => enqueue(opened, () => removePasskey(opened, password)),
    async encryptSecret(password, secret) {
      keyOf(opened);
      await openKey(opened.header.slot, id, password);
      return { ...(await sealBox({ random, kdf }, id, password, secret)) };
    },
    decryptSecret: (password, box) => openBox(id, password, box),
    async close({ keepCopy = false } = {}) {
      if (opened.state !== 'open') return;
      await endAs(opened, 'closed');
      // All commits are on the disk, so a fault here loses nothing.
      await disk.leave?.(storageKey, keepCopy).catch(onlyFaults);
      await lease.release();
    },
    ...(confirm && {
      confirmOwner: async () => {
        keyOf(opened);
        await confirm().catch((error: unknown) => {
          throw isFault(error, 'wallet_open_elsewhere') ? loseToOtherTab(opened) : error;
        });
        keyOf(opened);
      },
    }),
    onLost(listener) {
      if (opened.state === 'lost') queueMicrotask(listener);
      else listeners.push(listener);
    },
  };
  return { file, lose: () => loseFile(opened) };
}

const load = async (opened: Opened) => {
  const { disk, header } = opened;
  const key = keyOf(opened);
  const found = await disk.read(header.place);
  if (!found) throw fault('wallet_not_found', { name: header.name });
  const now = parseHeader(found.header);
  if (now.owner !== header.owner || now.sequence !== header.sequence) throw loseToOtherTab(opened);
  return openChain(key, now, found.records.map(parseRecord));
};

const addPasskey = async (
  opened: Opened,
  password: string,
  passkey: Omit<PasskeyInfo, 'pin'>,
  secret: PasskeySecret,
): Promise<void> => {
  keyOf(opened);
  const { disk, random, kdf, header } = opened;
  if (disk.noPasskeys) throw fault('storage_unavailable', { why: 'files in a folder have no passkey' });
  const key = await openExportableKey(header.slot, header.id, password);
  const slot = await makePasskeySlot({ random, kdf }, header.id, key, passkey, secret);
  await commit(opened, { ...header, passkey: slot }, {});
};

const removePasskey = async (opened: Opened, password: string): Promise<void> => {
  keyOf(opened);
  const { passkey, ...header } = opened.header;
  await openKey(header.slot, header.id, password);
  if (passkey !== undefined) await commit(opened, header, {});
};

const write = (opened: Opened, kind: RecordKind, plain: Uint8Array, everywhere = false): Promise<void> =>
  enqueue(opened, () => writeNow(opened, kind, plain, everywhere));

const writeNow = async (
  opened: Opened,
  kind: RecordKind,
  plain: Uint8Array,
  everywhere: boolean,
): Promise<void> => {
  const { header, record } = await sealRecord(opened.random, keyOf(opened), opened.header, kind, plain);
  await commit(opened, header, { record, clear: kind === 'snapshot', everywhere });
};

/**
 * Writes the next header, with or without a record. If another tab has written meanwhile, this tab loses the file.
 */
const commit = async (
  opened: Opened,
  next: WalletHeader,
  change: Pick<Parameters<Disk['commit']>[0], 'record' | 'clear' | 'everywhere'>,
): Promise<void> => {
  const { disk, header } = opened;
  const { owner, sequence: after } = header;
  const outcome = await disk.commit({ owner, after, header: next, ...change });
  if (outcome === 'gone') throw fault('wallet_not_found', { name: header.name });
  if (outcome === 'fenced') throw loseToOtherTab(opened);
  opened.header = next;
};
