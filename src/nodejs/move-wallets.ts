/** Moves all wallets between a folder and a database, in either direction. */
import { isFault } from '../base/fault.ts';
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { folderPlace } from '../store/folder-files.ts';
import { withFaults } from '../store/folder-faults.ts';
import { moveWallet, type WalletPlace } from '../store/move.ts';
import { systemRandom } from '../store/platform.ts';
import { openWalletStore } from './wallet-store.ts';

/** A large wallet is one statement. */
const LIMIT_MS = 300_000;

interface Opened {
  readonly place: WalletPlace;
  readonly names: () => Promise<readonly string[]>;
  readonly end: () => Promise<void>;
}
interface Move {
  /** A folder, or the address of a database. */
  readonly from: WalletFolder | string;
  readonly to: WalletFolder | string;
  /** Removes each wallet from `from` when its copy was compared. */
  readonly removes: boolean;
  readonly say: (line: string) => void;
}

/** Goes on after a wallet that cannot be moved. Returns the number of those. Faults storage_unavailable, file_too_new. */
export async function moveWallets({ from, to, removes, say }: Move): Promise<number> {
  const opened: Opened[] = [];
  try {
    for (const where of [from, to]) opened.push(await open(where));
    const [source, target] = opened as [Opened, Opened];
    const places = { from: source.place, to: target.place, random: systemRandom };
    let failed = 0;
    const names = await source.names();
    for (const name of names) {
      try {
        const done = await moveWallet(places, name, { removes });
        say(`${name}: ${WORDS[done]}${removes ? ', and removed where it was' : ''}`);
      } catch (error) {
        if (!isFault(error)) throw error;
        failed += 1;
        say(`${name}: not copied: ${error.code} ${JSON.stringify(error.data)}`);
      }
    }
    say(`${names.length - failed} of ${names.length} wallets are there`);
    return failed;
  } finally {
    for (const each of opened) await each.end();
  }
}

const WORDS = { copied: 'copied and compared', there: 'was there already, and is the same' };

const open = async (where: WalletFolder | string): Promise<Opened> => {
  if (typeof where === 'string') return openWalletStore(where, { limitMs: LIMIT_MS });
  return {
    place: folderPlace(withFaults(where), systemRandom),
    names: () => where.list(),
    end: () => Promise.resolve(),
  };
};
