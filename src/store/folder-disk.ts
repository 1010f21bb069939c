/**
 * A disk (disk.ts) that is a folder outside the browser: nothing of a wallet lies anywhere else. NAME is the whole wallet,
 * written as one, with a journal behind it; each commit appends one frame (frames.ts) and is durable when it resolves. A
 * snapshot, a new password and the first commit of a file in the older layout write NAME as a whole. A wallet's place is
 * its name.
 */
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { OutsideFiles, OutsideFolder } from '../ports/outside-folder.ts';
import type { Random } from '../ports/random.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { writeWalletFile } from './file-format.ts';
import { confirmedFrame, entryFrame } from './frames.ts';
import type { StoredRecord, WalletHeader } from './header.ts';
import { keysFor, readBest, type FolderWallet } from './outside-format.ts';

/** A wallet that this program has open. */
interface Held {
  readonly header: WalletHeader;
  /** Names this copy of the file: see `WalletFile.copy`. */
  readonly copy: string;
  /** Where the next frame goes; undefined: the next commit writes the whole file. */
  readonly end: number | undefined;
  /** What the whole file is made of, as long as there is no file. */
  readonly unwritten?: readonly StoredRecord[];
  /** NAME could not be read. */
  readonly damaged: boolean;
  /** Frames were appended since it was opened. */
  readonly appended: boolean;
}

export function createFolderDisk(folder: OutsideFolder, random: Random): Disk {
  const held = new Map<string, Held>();
  /** What was read last: opening asks three times for the same. */
  let last:
    { readonly name: string; readonly files: OutsideFiles; readonly wallet?: FolderWallet } | undefined;

  const look = async (name: string): Promise<{ files: OutsideFiles; wallet?: FolderWallet }> => {
    const known = last?.name === name ? last : undefined;
    const files = await folder.read(name, known?.files.version);
    if (!files) return known!;
    const wallet = await readBest(files, name);
    last = { name, files, ...(wallet && { wallet }) };
    return last;
  };
  const newCopy = (): string => toHex(random.bytes(16));

  /** Writes NAME as a whole, and NAME.keys if it is to be another. */
  const rewrite = async (
    before: Held,
    header: WalletHeader,
    records: readonly StoredRecord[],
    keys: Uint8Array | 'all' | undefined,
  ): Promise<void> => {
    const cache = await writeWalletFile(header, records, { journaled: true });
    await folder.write(header.name, {
      cache,
      ...(keys && { keys: keys === 'all' ? cache : keys }),
      ...(before.damaged && { aside: true }),
    });
    const { copy } = before;
    held.set(header.place, { header, copy, end: cache.length, damaged: false, appended: false });
  };

  const commitWhole = async (before: Held, change: Parameters<Disk['commit']>[0]): Promise<void> => {
    const { header, record, after, clear = false, everywhere = false } = change;
    const { files, wallet } = await look(header.name);
    last = undefined;
    if (!clear && !before.unwritten && wallet?.header.sequence !== after)
      throw fault('folder_changed', { name: header.name });
    const old = clear ? [] : (before.unwritten ?? wallet?.records ?? []);
    const keys = everywhere || before.unwritten ? 'all' : await keysFor(files.keys, header);
    await rewrite(before, header, record ? [...old, record] : old, keys);
  };

  return {
    headers: () => Promise.resolve([]),
    find: async (name) => (await look(name)).wallet?.header,
    read: async (place) => {
      const open = held.get(place);
      if (open?.unwritten) return { header: open.header, records: open.unwritten };
      const { wallet } = await look(place);
      // An open wallet commits next: what was read is old then.
      last = undefined;
      return wallet && { ...wallet, header: { ...wallet.header, owner: open?.header.owner ?? '' } };
    },
    create: async (header, records) => {
      const { files } = await look(header.name);
      if (files.cache || files.keys) return false;
      const begun = { header, copy: newCopy(), end: undefined, damaged: false, appended: false };
      if (records.length === 0) held.set(header.place, { ...begun, unwritten: [] });
      else if (!(await folder.claim(header.name))) return false;
      else
        try {
          await rewrite(begun, header, records, 'all');
        } finally {
          held.delete(header.place);
          await folder.release(header.name);
        }
      return true;
    },
    claim: async (place, owner, usedAt) => {
      const { files, wallet } = await look(place);
      if (!wallet) return undefined;
      const header = { ...wallet.header, owner, usedAt };
      const { end, damaged } = wallet;
      held.set(place, { header, copy: files.copy ?? newCopy(), end, damaged, appended: false });
      // A new password, or a program that was killed, may have left other keys than the wallet's. They are a spare.
      const wanted = damaged ? undefined : await keysFor(files.keys, header);
      const keys = wanted === 'all' ? files.cache : wanted;
      if (keys) await folder.write(place, { keys }).catch(() => undefined);
      return header;
    },
    commit: async (change) => {
      const { owner, after, header, record, clear = false } = change;
      const before = held.get(header.place);
      if (!before) return 'gone';
      if (before.header.owner !== owner || before.header.sequence !== after) return 'fenced';
      try {
        if (!record || clear || before.end === undefined) await commitWhole(before, change);
        else {
          const bytes = await entryFrame(header.head, record);
          await folder.append(header.name, before.end, bytes);
          held.set(header.place, { ...before, header, end: before.end + bytes.length, appended: true });
        }
      } catch (error) {
        if (isFault(error, 'wallet_open_elsewhere')) return 'fenced';
        throw error;
      }
      return 'done';
    },
    remove: async (place) => {
      last = undefined;
      held.delete(place);
      await folder.remove(place);
    },
    copyOf: (place) => held.get(place)?.copy ?? place,
    leave: async (place, keepCopy) => {
      const open = held.get(place);
      held.delete(place);
      if (!open || open.unwritten) return;
      if (open.appended && open.end !== undefined)
        await folder.append(place, open.end, await confirmedFrame(open.header.sequence));
      await folder.remember(place, keepCopy ? open.copy : undefined);
    },
    onGone: () => undefined,
    close: () => undefined,
  };
}
