/** The claims of an engine in a folder of its program. They are given back when the engine's thread or worker fails. */
import type { WalletFolder } from '../ports/wallet-folder.ts';

export interface Claims {
  /** The folder, whose claims are noted. */
  readonly folder: WalletFolder;
  /** Gives back what is claimed now, and what a call under way claims later. Further claims get false. */
  readonly end: () => void;
}

export function noteClaims(given: WalletFolder): Claims {
  const names = new Set<string>();
  let ended = false;
  const giveBack = (name: string): void => void given.release(name).catch(() => undefined);
  const folder: WalletFolder = {
    list: () => given.list(),
    read: (name, known) => given.read(name, known),
    write: (name, files) => given.write(name, files),
    append: (name, at, bytes) => given.append(name, at, bytes),
    remove: (name) => given.remove(name),
    claim: async (name, onLost) => {
      const got = !ended && (await given.claim(name, onLost));
      if (got && ended) giveBack(name);
      else if (got) names.add(name);
      return got;
    },
    ...(given.confirm && { confirm: (name) => given.confirm!(name) }),
    release: async (name) => {
      names.delete(name);
      await given.release(name);
    },
    remember: (name, copy) => given.remember(name, copy),
  };
  return {
    folder,
    end: () => {
      ended = true;
      for (const name of names) giveBack(name);
      names.clear();
    },
  };
}
