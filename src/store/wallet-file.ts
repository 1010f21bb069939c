/**
 * One open wallet file. Appends queue up; each is sealed, then committed in one transaction that also checks that
 * this tab still owns the file. What this object knows follows the disk and never leads it.
 */
import { isFault } from '../base/fault.ts';
import type { Random } from '../ports/random.ts';
import type { WalletFile } from '../ports/wallet-files.ts';
import { openChain } from './chain.ts';
import { openBox, openKey, rewrapKey, seal, sealBox, type FileKey } from './crypt.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import {
  MAX_RECORD,
  NO_LINK,
  parseHeader,
  parseRecord,
  tagOf,
  type KdfParams,
  type RecordKind,
  type WalletHeader,
} from './header.ts';
import type { Lease } from './locks.ts';
import { createQueue } from '../base/queue.ts';

export interface OpenFile {
  readonly file: WalletFile;
  /** Another tab wants the file or took it: finishes the running commit, tells the listeners, releases. */
  lose(): Promise<void>;
}

export function createOpenFile(
  deps: { readonly disk: Disk; readonly random: Random; readonly kdf: KdfParams },
  opened: { readonly header: WalletHeader; readonly key: FileKey; readonly lease: Lease },
): OpenFile {
  const { disk, random, kdf } = deps;
  const { lease } = opened;
  const { name, place, id, owner } = opened.header;
  let { header } = opened;
  let key: FileKey | undefined = opened.key;
  let state: 'open' | 'lost' | 'closed' = 'open';
  const queue = createQueue();
  const listeners: (() => void)[] = [];

  const end = async (as: 'lost' | 'closed') => {
    state = as;
    await queue.idle();
    key = undefined;
  };
  const lose = async () => {
    if (state !== 'open') return;
    await end('lost');
    for (const listener of listeners) tell(listener);
    await lease.release();
  };
  const closed = () => fault('wallet_closed', { name });
  /** The key, as long as this tab owns the file; what was asked before `close` still gets it. */
  const owned = (): FileKey => {
    if (state === 'lost') throw fault('wallet_open_elsewhere', { name });
    if (!key) throw closed();
    return key;
  };
  const enqueue = <T>(job: () => Promise<T>): Promise<T> =>
    state === 'closed' ? Promise.reject(closed()) : queue.run(job);
  /** Another tab went past this one: nothing was written, and nothing will be. */
  const overtaken = () => {
    void lose();
    return fault('wallet_open_elsewhere', { name });
  };
  /** Writes the next header, with a record or without; the owner that was overtaken loses the file. */
  const commit = async (
    next: WalletHeader,
    change: Pick<Parameters<Disk['commit']>[0], 'record' | 'clear' | 'everywhere'>,
  ) => {
    const outcome = await disk.commit({ owner, after: header.sequence, header: next, ...change });
    if (outcome === 'gone') throw fault('wallet_not_found', { name });
    if (outcome === 'fenced') throw overtaken();
    header = next;
  };
  const write = (kind: RecordKind, plain: Uint8Array, everywhere = false) =>
    enqueue(() => writeNow(kind, plain, everywhere));
  const writeNow = async (kind: RecordKind, plain: Uint8Array, everywhere: boolean) => {
    if (plain.length > MAX_RECORD / 2) throw new Error('This record is too large to be right.');
    const current = owned();
    const sequence = header.sequence + 1;
    // A snapshot starts a chain: what it was linked to is about to go.
    const before = kind === 'snapshot' ? NO_LINK : header.link;
    const sealed = await seal(random, current, { id, kind, sequence, link: before }, plain);
    const link = tagOf(sealed);
    const head = await seal(random, current, { id, kind: 'head', sequence, link }, new Uint8Array());
    const record = { place, sequence, kind, sealed };
    await commit({ ...header, sequence, link, head }, { record, clear: kind === 'snapshot', everywhere });
  };

  const file: WalletFile = {
    name,
    copy: disk.copyOf?.(place) ?? place,
    load: () =>
      enqueue(async () => {
        const current = owned();
        const found = await disk.read(place);
        if (!found) throw fault('wallet_not_found', { name });
        const now = parseHeader(found.header);
        if (now.owner !== owner || now.sequence !== header.sequence) throw overtaken();
        return openChain(current, now, found.records.map(parseRecord));
      }),
    // Copies, since they may wait for their turn while the caller uses its buffer again.
    append: (entry) => write('entry', entry.slice()),
    compact: (snapshot, { everywhere } = {}) => write('snapshot', snapshot.slice(), everywhere),
    changePassword: (oldPassword, newPassword) =>
      enqueue(async () => {
        owned();
        const slot = await rewrapKey({ random, kdf }, header.slot, id, oldPassword, newPassword);
        await commit({ ...header, slot }, {});
      }),
    async checkPassword(password) {
      owned();
      await openKey(header.slot, id, password);
    },
    async lockIn(password, secret) {
      owned();
      await openKey(header.slot, id, password);
      return { ...(await sealBox({ random, kdf }, id, password, secret)) };
    },
    takeOut: (password, box) => openBox(id, password, box),
    async close({ keepCopy = false } = {}) {
      if (state !== 'open') return;
      await end('closed');
      // All commits are on the disk: what goes wrong now takes nothing from them.
      await disk.leave?.(place, keepCopy).catch(onlyFaults);
      await lease.release();
    },
    onLost(listener) {
      if (state === 'lost') queueMicrotask(listener);
      else listeners.push(listener);
    },
  };
  return { file, lose };
}

const onlyFaults = (error: unknown): void => {
  if (!isFault(error)) throw error;
};

/** A listener that throws is a bug of its own; it must not keep the lock. */
const tell = (listener: () => void) => {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};
