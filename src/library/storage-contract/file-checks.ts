/** Checks of the functions of a storage: claims, whole writes, appends at an offset, and what a program may do that lost its claim. */
import type { StoredWallet, WalletStorage } from '../types.ts';
import type { StorageCheck, StorageTrial } from '../storage-trial.ts';
import { eventually, must, newName, rejection, within } from './trial.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Bytes that differ from those of another `seed` everywhere. */
const many = (size: number, seed: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => (i * 7 + seed) % 251);
const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]));

interface Use {
  readonly trial: StorageTrial;
  readonly name: string;
  /** A program, and another one. */
  readonly one: WalletStorage;
  readonly other: WalletStorage;
  /** Yet another program. */
  readonly open: () => Promise<WalletStorage>;
}

/** A storage whose calls must end in time. */
const timed = (trial: StorageTrial, storage: WalletStorage): WalletStorage => ({
  list: () => within(trial, 'list', storage.list()),
  read: (name, known) => within(trial, 'read', storage.read(name, known)),
  write: (name, files) => within(trial, 'write', storage.write(name, files)),
  append: (name, at, part) => within(trial, 'append', storage.append(name, at, part)),
  remove: (name) => within(trial, 'remove', storage.remove(name)),
  claim: (name, onLost) => within(trial, 'claim', storage.claim(name, onLost)),
  ...(storage.confirm && { confirm: (name) => within(trial, 'confirm', storage.confirm!(name)) }),
  release: (name) => within(trial, 'release', storage.release(name)),
  remember: (name, copy) => within(trial, 'remember', storage.remember(name, copy)),
});

const opened = async (trial: StorageTrial): Promise<WalletStorage> => {
  const storage = await trial.open();
  if ('kind' in storage) throw new Error('a database has no functions to check');
  return timed(trial, storage);
};

type Check = readonly [title: string, steps: (use: Use) => Promise<void>];
const check = (trial: StorageTrial, title: string, steps: (use: Use) => Promise<void>): StorageCheck => ({
  title,
  run: async () => {
    const [one, other] = [await opened(trial), await opened(trial)];
    const name = newName();
    const programs = [one, other];
    const open = async (): Promise<WalletStorage> => {
      const next = await opened(trial);
      programs.push(next);
      return next;
    };
    await steps({ trial, name, one, other, open });
    for (const program of programs) await program.release(name);
    must(await one.claim(name), 'a wallet that nobody has can be claimed');
    await one.remove(name);
    await one.release(name);
  },
});

/** Reads as another program. Throws an Error when it is something else. */
const mustRead = async (
  storage: WalletStorage,
  name: string,
  wanted: Pick<StoredWallet, 'cache' | 'keys'>,
): Promise<StoredWallet> => {
  const found = await storage.read(name);
  must(found !== undefined, 'read without a known version answers the files');
  must(same(found!.cache, wanted.cache), 'read answers the cache that was written');
  must(same(found!.keys, wanted.keys), 'read answers the keys that were written');
  return found!;
};

const claim = async (storage: WalletStorage, name: string): Promise<void> =>
  must(await storage.claim(name), 'a wallet that nobody has can be claimed');
const takeOver = ({ trial, name }: Use, storage: WalletStorage): Promise<true> =>
  eventually(trial, 'a wallet whose owner’s lease has ended can be claimed by another program', async () =>
    (await storage.claim(name)) ? true : undefined,
  );
const mustBeLost = async (what: string, work: Promise<unknown>): Promise<void> => {
  const error = await rejection(`${what} of a program that lost the wallet`, work);
  const text = error instanceof Error ? error.message : String(error);
  must(/^(?:\w*Error: )?ELOCKLOST\b/.test(text), `${what} rejects with ELOCKLOST, not with ${text}`);
};

const CHECKS: readonly Check[] = [
  [
    'what was written is there for another program',
    async ({ name, one, other }) => {
      await mustRead(other, name, {});
      await claim(one, name);
      await one.write(name, { cache: bytes('all'), keys: bytes('keys') });
      const { version } = await mustRead(other, name, { cache: bytes('all'), keys: bytes('keys') });
      must((await other.list()).includes(name), 'list has the wallet');
      must(
        (await other.read(name, version)) === undefined,
        'read answers undefined while the version is the known one',
      );
      await one.write(name, { cache: bytes('more') });
      await mustRead(other, name, { cache: bytes('more'), keys: bytes('keys') });
      must((await other.read(name, version)) !== undefined, 'a write changes the version');
      await one.write(name, { keys: bytes('new keys') });
      await mustRead(other, name, { cache: bytes('more'), keys: bytes('new keys') });
      await one.write(name, { cache: bytes('good'), aside: true });
      await mustRead(other, name, { cache: bytes('good'), keys: bytes('new keys') });
      await one.remove(name);
      await mustRead(other, name, {});
      must(!(await other.list()).includes(name), 'list does not have a removed wallet');
    },
  ],
  [
    'an append writes at its offset, and drops what was behind',
    async ({ name, one, other }) => {
      await claim(one, name);
      await one.write(name, { cache: bytes('0123'), keys: bytes('keys') });
      const { version } = await mustRead(other, name, { cache: bytes('0123'), keys: bytes('keys') });
      for (const [at, part, all] of [
        [4, '45', '012345'],
        [6, '', '012345'],
        [3, 'x', '012x'],
        [0, 'new', 'new'],
      ] as const) {
        await one.append(name, at, bytes(part));
        await mustRead(other, name, { cache: bytes(all), keys: bytes('keys') });
      }
      must((await other.read(name, version)) !== undefined, 'an append changes the version');
      const large = many(200_000, 3);
      await one.append(name, 3, large);
      const cache = new Uint8Array(3 + large.length);
      cache.set(bytes('new'));
      cache.set(large, 3);
      await mustRead(other, name, { cache, keys: bytes('keys') });
      await rejection('an append behind the end', one.append(name, cache.length + 1, bytes('x')));
      await mustRead(other, name, { cache, keys: bytes('keys') });
    },
  ],
  [
    'a file is replaced whole or not at all, at each moment',
    async ({ name, one, other }) => {
      await claim(one, name);
      const contents = [many(60_000, 1), many(40_000, 2)];
      await one.write(name, { cache: contents[0], keys: contents[1] });
      const now = { writing: true };
      const write = async (): Promise<void> => {
        for (let n = 1; n <= 10; n++)
          await one.write(name, { cache: contents[n % 2], keys: contents[(n + 1) % 2] });
      };
      const written = write().finally(() => (now.writing = false));
      while (now.writing) {
        const found = await other.read(name);
        for (const file of [found?.cache, found?.keys])
          must(
            contents.some((each) => same(file, each)),
            'a read during a write answers the old file or the new one',
          );
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await written;
    },
  ],
  [
    'a wallet has one program at a time',
    async ({ name, one, other, open }) => {
      await claim(one, name);
      must(!(await other.claim(name)), 'a wallet that another program has cannot be claimed');
      must(!(await one.claim(name)), 'a wallet that this program has cannot be claimed again');
      await other.release(name);
      must(!(await other.claim(name)), 'a program that does not have the wallet cannot release it');
      await one.release(name);
      const programs = [one, other, await open(), await open()];
      for (let n = 0; n < 10; n++) {
        const got = await Promise.all(programs.map((each) => each.claim(name)));
        must(got.filter(Boolean).length === 1, 'of programs that claim a wallet at one moment, one gets it');
        await programs[got.indexOf(true)]!.release(name);
      }
    },
  ],
  [
    'a program whose claim has ended writes nothing',
    async (use) => {
      const { trial: how, name, one, other, open } = use;
      await claim(one, name);
      await one.write(name, { cache: bytes('old'), keys: bytes('keys') });
      await how.expire(name);
      await takeOver(use, other);
      const files = { cache: bytes('old'), keys: bytes('keys') };
      await mustBeLost('append', one.append(name, 3, bytes('late')));
      await mustBeLost('write', one.write(name, { cache: bytes('late') }));
      await mustBeLost('remove', one.remove(name));
      await mustBeLost('remember', one.remember(name, 'late'));
      if (one.confirm) await mustBeLost('confirm', one.confirm(name));
      await mustRead(await open(), name, files);
      await one.release(name);
      must(
        !(await (await open()).claim(name)),
        'a program that lost the wallet cannot release it for the next one',
      );
      await mustRead(other, name, files);
      await other.append(name, 3, bytes(' more'));
      await mustRead(one, name, { cache: bytes('old more'), keys: bytes('keys') });
    },
  ],
  [
    'a program hears that it lost the wallet',
    async (use) => {
      const { trial: how, name, one, other } = use;
      let lost = false;
      must(await one.claim(name, () => (lost = true)), 'a wallet that nobody has can be claimed');
      await one.write(name, { cache: bytes('all'), keys: bytes('keys') });
      await one.confirm?.(name);
      must(!lost, 'a program that has the wallet is not told that it lost it');
      await how.expire(name);
      await takeOver(use, other);
      await eventually(how, 'onLost is called when another program has taken the wallet', () =>
        Promise.resolve(lost || undefined),
      );
    },
  ],
  [
    'a copy is remembered until the wallet changes',
    async ({ name, one, other }) => {
      await claim(one, name);
      await one.write(name, { cache: bytes('all'), keys: bytes('keys') });
      await one.remember(name, 'this one');
      must(
        ['this one', undefined].includes((await other.read(name))?.copy),
        'read answers the copy, or none',
      );
      await one.release(name);
      await claim(other, name);
      await mustRead(other, name, { cache: bytes('all'), keys: bytes('keys') });
      await other.append(name, 3, bytes(' more'));
      must(
        (await one.read(name))?.copy === undefined,
        'a wallet that has changed is not the remembered copy',
      );
    },
  ],
];

const WITHOUT_ROOM: Check = [
  'a write without room changes nothing',
  async ({ trial: { full }, name, one, other }) => {
    const files = { cache: bytes('all'), keys: bytes('keys') };
    await claim(one, name);
    await one.write(name, files);
    await full!(true);
    try {
      await rejection('append without room', one.append(name, 3, many(1000, 5)));
      await rejection('write without room', one.write(name, { cache: many(1000, 6) }));
    } finally {
      await full!(false);
    }
    await mustRead(other, name, files);
    await one.append(name, 3, bytes(' more'));
    await mustRead(other, name, { ...files, cache: bytes('all more') });
  },
];

const WITHOUT_ANSWER: Check = [
  'a call ends when the place does not answer',
  async ({ trial: { silent }, name, one }) => {
    await claim(one, name);
    await one.write(name, { cache: bytes('all'), keys: bytes('keys') });
    await silent!(true);
    try {
      await rejection('append without an answer', one.append(name, 3, bytes(' more')));
      await rejection('read without an answer', one.read(name));
    } finally {
      await silent!(false);
    }
  },
];

/** The checks of the functions of a WalletStorage. */
export function storageChecks(trial: StorageTrial): readonly StorageCheck[] {
  const wanted = [
    ...CHECKS,
    ...(trial.full ? [WITHOUT_ROOM] : []),
    ...(trial.silent ? [WITHOUT_ANSWER] : []),
  ];
  return wanted.map(([title, steps]) => check(trial, title, steps));
}
