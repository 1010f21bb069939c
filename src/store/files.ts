/**
 * The wallets of one disk: names, passwords, ownership. Everything that both stores have in common is here; idb.ts
 * and memory.ts bring the disk.
 *
 * Opening proves the password first, then takes the lock, then writes a fencing token in the same transaction that
 * reads the header: from that moment no commit of an earlier owner can land, whatever it still has under way.
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { WalletFile, WalletFiles } from '../ports/wallet-files.ts';
import { checkChain, checkHead } from './chain.ts';
import { createKey, openKey, seal, type FileKey } from './crypt.ts';
import type { Disk } from './disk.ts';
import { fault } from './faults.ts';
import { readWalletFile, writeWalletFile } from './file-format.ts';
import {
  FORMAT_VERSION,
  NO_LINK,
  parseHeader,
  parseName,
  parseRecord,
  type KdfParams,
  type WalletHeader,
} from './header.ts';
import { lockName, type OwnerLocks } from './locks.ts';
import { findVanished, storageReport, type StorageReport, type VanishMarker } from './persist.ts';
import { createOpenFile, type OpenFile } from './wallet-file.ts';

export interface FilesDeps {
  readonly disk: Disk;
  readonly locks: OwnerLocks;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
  readonly kdf: KdfParams;
  readonly marker: VanishMarker;
  readonly storage?: StorageReport;
  /** Where a new wallet of this name lies. Default: at a random place. */
  readonly placeOf?: (name: string) => string;
}

/** For those who keep the wallets elsewhere: this disk's copy goes, without a password. */
export interface Forgetful {
  /** Nothing happens when there is none. Fault wallet_open_elsewhere: in use, here or there. */
  forget(name: string): Promise<void>;
}

export function createWalletFiles(deps: FilesDeps): WalletFiles & Forgetful {
  const { disk, locks, random, clock, kdf, marker, storage } = deps;
  const token = () => toHex(random.bytes(16));
  const { placeOf = token } = deps;
  const open = new Set<OpenFile>();
  disk.onGone(() => {
    for (const file of open) void file.lose();
  });

  /** The lock of a place with a file that is still to come. */
  const own = async (place: string, takeOver: boolean) => {
    let file: OpenFile | undefined;
    let askedEarly = false;
    const onLoss = async () => {
      if (file) await file.lose();
      else askedEarly = true;
    };
    const lease = await locks.acquire(lockName(place), { takeOver, onLoss });
    const hand = (header: WalletHeader, key: FileKey): WalletFile => {
      const opened = createOpenFile(
        { disk, random, kdf },
        { header, key, lease: { release: () => (open.delete(opened), lease!.release()) } },
      );
      file = opened;
      open.add(opened);
      if (askedEarly) void opened.lose();
      return opened.file;
    };
    return lease && { lease, hand };
  };

  const known = async (given: string): Promise<WalletHeader> => {
    const name = parseName(given);
    const found = await disk.find(name);
    if (found === undefined) throw fault('wallet_not_found', { name });
    return parseHeader(found);
  };

  /** A full disk must not keep anybody from opening a wallet: without a new token, the old one goes on. */
  const claim = async (place: string): Promise<unknown> => {
    try {
      return await disk.claim(place, token(), clock.now());
    } catch (error) {
      if (!isFault(error, 'storage_full')) throw error;
      return (await disk.read(place))?.header;
    }
  };

  /** The marker is a courtesy: a wallet must not fail for it. What it misses is marked when the wallet is opened. */
  const mark = (change: Promise<void>): Promise<void> => change.catch(() => undefined);
  const places = async () =>
    new Set((await disk.headers()).flatMap((header) => outline(header)?.place ?? []));

  const drop = async (name: string, place: string) => {
    const owned = await own(place, false);
    if (!owned) throw fault('wallet_open_elsewhere', { name });
    try {
      // The mark first: a crash between the two must not report a wallet as vanished that was meant to go.
      await mark(marker.drop(place));
      await disk.remove(place);
    } finally {
      await owned.lease.release();
    }
  };

  return {
    async list() {
      const held = await locks.heldElsewhere();
      return (await disk.headers()).flatMap((header) => {
        const info = outline(header);
        return info ? [{ ...info.public, openElsewhere: held.has(lockName(info.place)) }] : [];
      });
    },

    async create(given, password) {
      const name = parseName(given);
      if ((await disk.find(name)) !== undefined) throw fault('wallet_exists', { name });
      const id = random.bytes(16);
      const { slot, key } = await createKey({ random, kdf }, id, password);
      const now = clock.now();
      const head = await seal(
        random,
        key,
        { id, kind: 'head', sequence: 0, link: NO_LINK },
        new Uint8Array(),
      );
      const header: WalletHeader = {
        place: placeOf(name),
        name,
        version: FORMAT_VERSION,
        id,
        createdAt: now,
        usedAt: now,
        slot,
        owner: token(),
        sequence: 0,
        link: NO_LINK,
        head,
      };
      const owned = await own(header.place, false);
      if (!owned) throw new Error('A lock of a new wallet was taken.');
      try {
        if (!(await disk.create(header, []))) throw fault('wallet_exists', { name });
      } catch (error) {
        await owned.lease.release();
        throw error;
      }
      await mark(marker.add(header));
      return owned.hand(header, key);
    },

    async open(given, password, { takeOver = false } = {}) {
      const found = await known(given);
      const { name, place, id } = found;
      let key = await openKey(found.slot, id, password);
      const owned = await own(place, takeOver);
      if (!owned) throw fault('wallet_open_elsewhere', { name });
      try {
        const claimed = await claim(place);
        if (claimed === undefined) throw fault('wallet_not_found', { name });
        const header = parseHeader(claimed);
        // The password may have changed while we waited for the lock.
        if (!equalBytes(header.slot.wrapped, found.slot.wrapped))
          key = await openKey(header.slot, id, password);
        await checkHead(key, header);
        await mark(marker.add(header));
        return owned.hand(header, key);
      } catch (error) {
        await owned.lease.release();
        throw error;
      }
    },

    async remove(given, password) {
      const { name, place, id, slot } = await known(given);
      await openKey(slot, id, password);
      await drop(name, place);
    },

    async forget(given) {
      const name = parseName(given);
      const found = await disk.find(name);
      const place = found === undefined ? undefined : outline(found)?.place;
      if (place !== undefined) await drop(name, place);
    },

    async exportFile(given) {
      const { name, place } = await known(given);
      const found = await disk.read(place);
      if (!found) throw fault('wallet_not_found', { name });
      const header = parseHeader(found.header);
      const records = found.records.map(parseRecord);
      checkChain(header, records);
      return writeWalletFile(header, records);
    },

    async importFile(file, given, password) {
      const read = await readWalletFile(file, '');
      const name = parseName(given ?? read.header.name);
      const place = placeOf(name);
      const records = read.records.map((record) => ({ ...record, place }));
      const header: WalletHeader = { ...read.header, place, name, owner: token() };
      checkChain(header, records);
      if (password !== undefined) await openKey(header.slot, header.id, password);
      if (!(await disk.create(header, records))) throw fault('wallet_exists', { name: header.name });
      await mark(marker.add(header));
      return { name: header.name, createdAt: header.createdAt, usedAt: header.usedAt, openElsewhere: false };
    },

    async storageHealth() {
      const vanished = await findVanished(marker, places).catch(() => []);
      return {
        ...(await storageReport(storage)),
        vanished: vanished.map(({ name, createdAt }) => ({ name, createdAt })),
      };
    },

    async forgetVanished() {
      for (const { place } of await findVanished(marker, places)) await marker.drop(place);
    },
  };
}

/** What can be told of a header even when it is damaged or from a newer app: such a wallet must not disappear from the list. */
const outline = (header: unknown) => {
  const { place, name, createdAt, usedAt } = header as Partial<Record<keyof WalletHeader, unknown>>;
  if (typeof place !== 'string' || typeof name !== 'string') return undefined;
  return { place, public: { name, createdAt: Number(createdAt) || 0, usedAt: Number(usedAt) || 0 } };
};
