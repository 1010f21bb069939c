/**
 * What every implementation of the WalletFiles port must do. Each store's test calls it with its own browser: several
 * tabs with one disk, and direct access to the data on that disk.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { equalBytes, utf8 } from '../../src/base/bytes.ts';
import { isFault } from '../../src/base/fault.ts';
import type { StoreFaults } from '../../src/ports/faults.ts';
import type { WalletFile, WalletFiles } from '../../src/ports/wallet-files.ts';
import { openKey, seal } from '../../src/store/crypt.ts';
import { NO_LINK, type KdfParams, type StoredRecord, type WalletHeader } from '../../src/store/header.ts';
import { systemRandom } from '../../src/store/platform.ts';

/** Argon2id with little memory and one pass, for quick tests. Never used outside tests. */
export const QUICK_KDF: KdfParams = { memoryKib: 64, passes: 1, lanes: 1 };

interface StoredWallet {
  header: WalletHeader;
  records: StoredRecord[];
}

export interface TestBrowser {
  tab(): WalletFiles;
  /** Direct access to the disk. */
  peek(name: string): Promise<StoredWallet>;
  /** Replaces the stored data of a wallet, without checks. */
  poke(wallet: StoredWallet): Promise<void>;
  /** Deletes a wallet, as an eviction would. */
  erase(name: string): Promise<void>;
  /** Makes writes fail half-way for lack of space; `false` makes room again. */
  full(is: boolean): void;
  close(): Promise<void>;
}

const bytes = (text: string): Uint8Array => utf8(text);
/** The content of a new wallet in these tests, and how `texts` shows it. */
const FIRST = bytes('first');
const STARTED = { snapshot: 'first' };
const texts = async (file: WalletFile) => {
  const { snapshot, entries } = await file.load();
  const decode = (it: Uint8Array) => new TextDecoder().decode(it);
  return { ...(snapshot && { snapshot: decode(snapshot) }), entries: entries.map(decode) };
};
const failsWith = async (code: keyof StoreFaults, promise: Promise<unknown>) => {
  const error = await promise.then(
    () => 'nothing failed',
    (it: unknown) => it,
  );
  expect(isFault(error) ? error.code : error).toBe(code);
};

/** `evicts`: a browser may remove wallets from this storage. */
export function walletFilesContract(
  label: string,
  open: () => Promise<TestBrowser>,
  { evicts = true }: { readonly evicts?: boolean } = {},
): void {
  describe(`WalletFiles: ${label}`, () => {
    let browser: TestBrowser;
    let files: WalletFiles;
    beforeEach(async () => {
      browser = await open();
      files = browser.tab();
    });
    afterEach(() => browser.close());

    /** A closed wallet: a snapshot and three entries. */
    const journal = async (name: string) => {
      const file = await files.create(name, 'pass', FIRST);
      await file.append(bytes('gone'));
      await file.compact(bytes(`${name} snapshot`));
      for (const entry of ['one', 'two', 'three']) await file.append(bytes(`${name} ${entry}`));
      await file.close();
    };
    /** Opens and loads, as the engine does at its start. */
    const read = async (name: string, password = 'pass') => {
      const file = await files.open(name, password);
      try {
        return await texts(file);
      } finally {
        await file.close();
      }
    };

    describe('a journal', () => {
      it('starts with its content and returns appended records in order', async () => {
        const file = await files.create('a', 'pass', FIRST);
        expect(await texts(file)).toEqual({ ...STARTED, entries: [] });
        await file.append(bytes('one'));
        await file.append(bytes(''));
        await file.append(bytes('three'));
        expect(await texts(file)).toEqual({ ...STARTED, entries: ['one', '', 'three'] });
        await file.close();
        expect(await read('a')).toEqual({ ...STARTED, entries: ['one', '', 'three'] });
      });

      it('is created with its content in one write, also if the caller reuses its buffer meanwhile', async () => {
        const buffer = bytes('content');
        const creating = files.create('a', 'pass', buffer);
        buffer.fill(0);
        const file = await creating;
        const { header, records } = await browser.peek('a');
        expect(records.map(({ kind, sequence }) => [kind, sequence])).toEqual([['snapshot', 1]]);
        expect(header.sequence).toBe(1);
        expect(await texts(file)).toEqual({ snapshot: 'content', entries: [] });
        await file.close();
        expect(await read('a')).toEqual({ snapshot: 'content', entries: [] });
      });

      it('keeps the order of appends that the caller did not await', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const names = Array.from({ length: 40 }, (_, i) => `entry ${i}`);
        await Promise.all(names.map((name) => file.append(bytes(name))));
        expect(await texts(file)).toEqual({ ...STARTED, entries: names });
      });

      it('continues after a snapshot that replaces it', async () => {
        await journal('a');
        expect(await read('a')).toEqual({ snapshot: 'a snapshot', entries: ['a one', 'a two', 'a three'] });
        expect((await browser.peek('a')).records.map(({ kind }) => kind)).toEqual([
          'snapshot',
          'entry',
          'entry',
          'entry',
        ]);
      });

      it('seals the one secret under the password, and no other data', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const other = await files.create('b', 'pass', FIRST);
        await failsWith('wrong_password', file.encryptSecret('wrong', bytes('secret')));
        const box = await file.encryptSecret('pass', bytes('secret'));
        expect(JSON.stringify(box, binaryAsText)).not.toContain('secret');
        await failsWith('wrong_password', file.decryptSecret('wrong', box));
        await failsWith('file_damaged', file.decryptSecret('pass', { ...box, salt: new Uint8Array(16) }));
        await failsWith('file_damaged', file.decryptSecret('pass', {}));
        await failsWith('file_damaged', other.decryptSecret('pass', box));
        expect(new TextDecoder().decode(await file.decryptSecret('pass', box))).toBe('secret');
        await file.close();
        await other.close();
      });

      // threat: stolen-file
      it('contains no plain text and no password on the disk', async () => {
        await journal('a');
        const file = await files.open('a', 'pass');
        await file.changePassword('pass', 'correct horse');
        const { header, records } = await browser.peek('a');
        const disk = JSON.stringify([header, records].map((it) => JSON.stringify(it, binaryAsText)));
        for (const secret of ['a snapshot', 'a one', 'correct horse']) expect(disk).not.toContain(secret);
      });

      it('accepts entries of a megabyte', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const big = Uint8Array.from({ length: 1_000_000 }, (_, i) => i % 251);
        await file.append(big);
        const [back] = (await file.load()).entries;
        expect(equalBytes(back!, big)).toBe(true);
      });

      it('commits everything that was requested before it was closed', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const buffer = bytes('one');
        const running = [file.append(buffer), file.compact(bytes('snapshot')), file.append(bytes('two'))];
        buffer.fill(0);
        await file.close();
        await Promise.all(running);
        expect(await read('a')).toEqual({ snapshot: 'snapshot', entries: ['two'] });
      });

      it('refuses calls after it was closed', async () => {
        const file = await files.create('a', 'pass', FIRST);
        await file.close();
        await file.close();
        await expect(file.append(bytes('late'))).rejects.toMatchObject({ code: 'wallet_closed' });
      });
    });

    describe('names and the list', () => {
      it('list each wallet with its times, also while it is open', async () => {
        const file = await files.create('Ünï 漢字 🪙', 'pass', FIRST);
        const [info] = await files.list();
        expect(info).toMatchObject({ name: 'Ünï 漢字 🪙', openElsewhere: false });
        expect(info!.createdAt).toBeGreaterThan(1.6e12);
        expect(await browser.tab().list()).toMatchObject([{ openElsewhere: true }]);
        await file.close();
        expect(await browser.tab().list()).toMatchObject([{ openElsewhere: false }]);
      });

      it('refuse a taken name, also in another Unicode form', async () => {
        await journal('caf\u00e9');
        await failsWith('wallet_exists', files.create('cafe\u0301', 'other', FIRST));
        expect(await read('cafe\u0301')).toMatchObject({ snapshot: 'caf\u00e9 snapshot' });
      });

      it.each(['', ' a', 'a ', 'a/b', 'a\\b', 'c:', '..', 'a\nb', 'a\u202eb', '\ud800', 'x'.repeat(201)])(
        'refuse the name %j',
        async (name) => {
          await failsWith('bad_wallet_name', files.create(name, 'pass', FIRST));
          await failsWith('bad_wallet_name', files.open(name, 'pass'));
        },
      );

      it('let only one of two tabs create a name', async () => {
        const results = await Promise.allSettled([
          files.create('a', 'one', FIRST),
          browser.tab().create('a', 'two', FIRST),
        ]);
        expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await files.list()).toHaveLength(1);
      });

      it('remove a wallet only with its password, and not while it is open', async () => {
        await journal('a');
        await journal('b');
        await failsWith('wrong_password', files.remove('a', 'guess'));
        await failsWith('wallet_not_found', files.remove('c', 'pass'));
        const file = await browser.tab().open('a', 'pass');
        await failsWith('wallet_open_elsewhere', files.remove('a', 'pass'));
        await file.close();
        await files.remove('a', 'pass');
        await failsWith('wallet_not_found', files.open('a', 'pass'));
        expect(await read('b')).toMatchObject({ snapshot: 'b snapshot' });
        await journal('a');
        expect(await read('a')).toMatchObject({ snapshot: 'a snapshot' });
      });
    });

    describe('passwords', () => {
      // threat: stolen-file
      it('open a wallet only when they are right', async () => {
        await journal('a');
        await failsWith('wrong_password', files.open('a', 'Pass'));
        await failsWith('wrong_password', files.open('a', ''));
        await failsWith('wallet_not_found', files.open('b', 'pass'));
        expect(await files.list()).toMatchObject([{ openElsewhere: false }]);
      });

      it('may be empty, and match in any Unicode form', async () => {
        await (await files.create('empty', '', FIRST)).close();
        expect(await read('empty', '')).toEqual({ ...STARTED, entries: [] });
        await failsWith('wrong_password', files.open('empty', ' '));
        await (await files.create('text', 'caf\u00e9', FIRST)).close();
        expect(await read('text', 'cafe\u0301')).toEqual({ ...STARTED, entries: [] });
      });

      it('change without rewriting records, and the old one no longer opens the wallet', async () => {
        await journal('a');
        const before = await browser.peek('a');
        const file = await files.open('a', 'pass');
        await failsWith('wrong_password', file.changePassword('guess', 'new'));
        await file.checkPassword('pass');
        await file.changePassword('pass', 'new');
        await file.checkPassword('new');
        await failsWith('wrong_password', file.checkPassword('pass'));
        await file.append(bytes('after'));
        await file.close();
        await failsWith('wrong_password', files.open('a', 'pass'));
        expect((await read('a', 'new')).entries).toEqual(['a one', 'a two', 'a three', 'after']);
        expect((await browser.peek('a')).records.slice(0, 4)).toEqual(before.records);
      });
    });

    // threat: half-done
    describe('a full disk', () => {
      it('refuses to append or compact, keeps the old data, and works again when there is room', async () => {
        await journal('a');
        const file = await files.open('a', 'pass');
        const before = await browser.peek('a');
        browser.full(true);
        await failsWith('storage_full', file.append(bytes('too much')));
        await failsWith('storage_full', file.compact(bytes('too much as well')));
        await failsWith('storage_full', files.create('b', 'pass', FIRST));
        browser.full(false);
        expect(await browser.peek('a')).toEqual(before);
        expect(await files.list()).toHaveLength(1);
        await file.append(bytes('four'));
        await file.close();
        expect((await read('a')).entries).toEqual(['a one', 'a two', 'a three', 'four']);
      });

      it('still opens a wallet', async () => {
        await journal('a');
        browser.full(true);
        const file = await files.open('a', 'pass');
        expect((await texts(file)).entries).toHaveLength(3);
        browser.full(false);
        await file.append(bytes('four'));
        expect((await texts(file)).entries).toHaveLength(4);
      });
    });

    // threat: stolen-file
    describe('damage', () => {
      const damaged = async (change: (wallet: StoredWallet) => void) => {
        const wallet = await browser.peek('a');
        change(wallet);
        await browser.poke(wallet);
        await failsWith('file_damaged', read('a'));
      };
      const flip = (from: Uint8Array, bit: number) =>
        from.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

      beforeEach(() => journal('a'));

      it('of one bit in any byte of any record is detected', async () => {
        const whole = await browser.peek('a');
        for (const [index, record] of whole.records.entries()) {
          // Steps of seven bits reach every byte, and every position in a byte.
          for (let bit = 0; bit < record.sealed.length * 8; bit += 7) {
            const wallet = structuredClone(whole);
            wallet.records[index] = { ...record, sealed: flip(record.sealed, bit) };
            await browser.poke(wallet);
            await failsWith('file_damaged', read('a'));
          }
        }
        await browser.poke(whole);
        expect((await read('a')).entries).toHaveLength(3);
      });

      it('of one bit in any byte of key slot, id or head is not reported as a wrong password', async () => {
        const whole = await browser.peek('a');
        for (const field of ['salt', 'nonce', 'wrapped', 'checksum'] as const)
          for (let bit = 0; bit < whole.header.slot[field].length * 8; bit += 7) {
            const slot = { ...whole.header.slot, [field]: flip(whole.header.slot[field], bit) };
            await browser.poke({ ...whole, header: { ...whole.header, slot } });
            await failsWith('file_damaged', files.open('a', 'pass'));
          }
        for (const field of ['id', 'link', 'head'] as const)
          for (let bit = 0; bit < whole.header[field].length * 8; bit += 7) {
            await browser.poke({
              ...whole,
              header: { ...whole.header, [field]: flip(whole.header[field], bit) },
            });
            await failsWith('file_damaged', files.open('a', 'pass'));
          }
      });

      it('by a missing record at any position is detected', async () => {
        const whole = await browser.peek('a');
        for (const index of whole.records.keys()) {
          await browser.poke({ ...whole, records: whole.records.toSpliced(index, 1) });
          await failsWith('file_damaged', read('a'));
        }
        await browser.poke({ ...whole, records: [] });
        await failsWith('file_damaged', read('a'));
      });

      it('by a lost tail together with a reset counter is detected', () =>
        damaged(({ records, header }) => {
          records.pop();
          const { sequence, sealed } = records.at(-1)!;
          Object.assign(header, { sequence, link: sealed.slice(-16) });
        }));

      it('by two swapped entries is detected', () =>
        damaged(({ records }) => {
          const [, second, third] = records;
          records[1] = { ...second!, sealed: third!.sealed };
          records[2] = { ...third!, sealed: second!.sealed };
        }));

      it('by renumbered entries is detected', () =>
        damaged(({ records, header }) => {
          records.splice(2, 1);
          records[2] = { ...records[2]!, sequence: records[2]!.sequence - 1 };
          Object.assign(header, { sequence: header.sequence - 1 });
        }));

      it('by a record of another wallet with the same password is detected', async () => {
        await journal('b');
        const other = await browser.peek('b');
        await damaged(({ records }) => {
          records[2] = { ...records[2]!, sealed: other.records[2]!.sealed };
        });
      });

      it('by an old entry of the same wallet is detected', async () => {
        const before = await browser.peek('a');
        const write = async (text: string) => {
          const file = await files.open('a', 'pass');
          await file.append(bytes(text));
          await file.append(bytes(`${text} again`));
          await file.close();
          return browser.peek('a');
        };
        const first = await write('first');
        await browser.poke(before);
        await write('second');
        await damaged(({ records }) => {
          records[4] = first.records[4]!;
        });
      });

      it('by a snapshot marked as an entry is detected', () =>
        damaged(({ records }) => {
          records[0] = { ...records[0]!, kind: 'entry' };
        }));

      it('of one wallet leaves it in the list and does not affect others', async () => {
        await journal('b');
        const wallet = await browser.peek('a');
        await browser.poke({ ...wallet, header: { ...wallet.header, id: new Uint8Array(3) } });
        await failsWith('file_damaged', files.open('a', 'pass'));
        expect((await files.list()).map(({ name }) => name).sort()).toEqual(['a', 'b']);
        expect(await read('b')).toMatchObject({ snapshot: 'b snapshot' });
      });

      it('has another fault than a newer format version', async () => {
        const wallet = await browser.peek('a');
        await browser.poke({ ...wallet, header: { ...wallet.header, version: 2 } });
        await failsWith('file_too_new', files.open('a', 'pass'));
        await failsWith('file_too_new', files.exportFile('a'));
      });
    });

    // threat: half-done
    describe('a wallet of an earlier version that was ended before it stored the content', () => {
      /** A header alone, as earlier versions wrote it first. */
      const unfinished = async (name: string) => {
        await (await files.create(name, 'pass', FIRST)).close();
        const { header } = await browser.peek(name);
        const { slot, id } = header;
        const key = await openKey(slot, id, 'pass');
        const none = { id, kind: 'head', sequence: 0, link: NO_LINK } as const;
        const head = await seal(systemRandom, key, none, new Uint8Array());
        await browser.poke({ header: { ...header, sequence: 0, link: NO_LINK, head }, records: [] });
      };

      it('is listed, is refused with its own fault, and can be removed', async () => {
        await unfinished('a');
        await journal('b');
        expect((await files.list()).map(({ name }) => name).sort()).toEqual(['a', 'b']);
        expect((await files.sizes()).find(({ name }) => name === 'a')?.bytes).toBe(0);
        await failsWith('wrong_password', read('a', 'guess'));
        await failsWith('file_unfinished', read('a'));
        await failsWith('file_unfinished', files.exportFile('a'));
        await failsWith('wallet_exists', files.create('a', 'pass', FIRST));
        await failsWith('wrong_password', files.remove('a', 'guess'));
        await files.remove('a', 'pass');
        await journal('a');
        expect(await read('a')).toMatchObject({ snapshot: 'a snapshot' });
      });

      it('takes a snapshot, as the background copy of a wallet does at its next use', async () => {
        await unfinished('a');
        const file = await files.open('a', 'pass');
        await file.compact(bytes('all'));
        expect(await texts(file)).toEqual({ snapshot: 'all', entries: [] });
        await file.close();
        expect(await read('a')).toEqual({ snapshot: 'all', entries: [] });
      });

      it('is not what a wallet looks like whose records were lost', async () => {
        await journal('a');
        const { header } = await browser.peek('a');
        await browser.poke({ header, records: [] });
        await failsWith('file_damaged', read('a'));
        await browser.poke({ header: { ...header, sequence: 0, link: NO_LINK }, records: [] });
        await failsWith('file_damaged', read('a'));
      });
    });

    describe('owners', () => {
      // threat: two-owners
      it('hold a wallet one at a time', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const other = browser.tab();
        await failsWith('wallet_open_elsewhere', other.open('a', 'pass'));
        await failsWith('wallet_open_elsewhere', files.open('a', 'pass'));
        await failsWith('wrong_password', other.open('a', 'guess', { takeOver: true }));
        await file.append(bytes('still mine'));
        await file.close();
        expect(await texts(await other.open('a', 'pass'))).toEqual({ ...STARTED, entries: ['still mine'] });
      });

      it('release the wallet on request, after the commit under way', async () => {
        const file = await files.create('a', 'pass', FIRST);
        const events: string[] = [];
        file.onLost(() => events.push('lost'));
        const running = file.append(bytes('under way')).then(() => events.push('committed'));
        const taken = await browser.tab().open('a', 'pass', { takeOver: true });
        await running;
        expect(events).toEqual(['committed', 'lost']);
        expect(await texts(taken)).toEqual({ ...STARTED, entries: ['under way'] });
        await failsWith('wallet_open_elsewhere', file.append(bytes('late')));
        await failsWith('wallet_open_elsewhere', file.load());
        await taken.append(bytes('mine now'));
        await file.close();
        expect(await texts(taken)).toEqual({ ...STARTED, entries: ['under way', 'mine now'] });
        expect(await files.list()).toMatchObject([{ openElsewhere: true }]);
      });

      it('can take a wallet back, also within one tab', async () => {
        const other = browser.tab();
        await files.create('a', 'pass', FIRST);
        await other.open('a', 'pass', { takeOver: true });
        const back = await files.open('a', 'pass', { takeOver: true });
        let lost = false;
        back.onLost(() => (lost = true));
        const again = await files.open('a', 'pass', { takeOver: true });
        expect(lost).toBe(true);
        await again.append(bytes('here'));
        expect(await texts(again)).toEqual({ ...STARTED, entries: ['here'] });
      });

      // threat: two-owners
      it('that lost the wallet without notice write nothing and get onLost', async () => {
        const file = await files.create('a', 'pass', FIRST);
        await file.append(bytes('one'));
        const wallet = await browser.peek('a');
        await browser.poke({ ...wallet, header: { ...wallet.header, owner: 'somebody else' } });
        const lost = new Promise<void>((resolve) => file.onLost(resolve));
        await failsWith('wallet_open_elsewhere', file.append(bytes('two')));
        await lost;
        expect((await browser.peek('a')).records).toHaveLength(2);
        await failsWith('wallet_open_elsewhere', file.load());
      });

      it('get onLost when their wallet is removed from the disk', async () => {
        const file = await files.create('a', 'pass', FIRST);
        await browser.erase('a');
        await failsWith('wallet_not_found', file.append(bytes('one')));
      });
    });

    describe('export and import', () => {
      it('carry a whole wallet into another browser', async () => {
        await journal('a');
        const exported = await files.exportFile('a');
        const there = await open();
        const info = await there.tab().importFile(exported);
        expect(info).toMatchObject({ name: 'a', openElsewhere: false });
        const file = await there.tab().open('a', 'pass');
        expect(await texts(file)).toEqual({ snapshot: 'a snapshot', entries: ['a one', 'a two', 'a three'] });
        await file.append(bytes('there'));
        expect((await texts(file)).entries).toHaveLength(4);
        await there.close();
      });

      it('check the password first if one is given, and store nothing if it is wrong', async () => {
        await journal('a');
        const exported = await files.exportFile('a');
        await failsWith('wrong_password', files.importFile(exported, 'b', 'not it'));
        expect(await files.list()).toHaveLength(1);
        await files.importFile(exported, 'b', 'pass');
        expect(await files.list()).toHaveLength(2);
      });

      it('work while the wallet is open, and store the copy beside the original under another name', async () => {
        const file = await files.create('a', 'pass', FIRST);
        await file.append(bytes('one'));
        const exported = await files.exportFile('a');
        await file.append(bytes('two'));
        await failsWith('wallet_exists', files.importFile(exported));
        await failsWith('bad_wallet_name', files.importFile(exported, 'a/b'));
        await files.importFile(exported, 'copy');
        expect(await read('copy')).toEqual({ ...STARTED, entries: ['one'] });
        expect(await texts(file)).toEqual({ ...STARTED, entries: ['one', 'two'] });
        await failsWith('wallet_not_found', files.exportFile('b'));
      });

      // threat: stolen-file
      it('refuse a changed, cut, extended, foreign or empty file, and store nothing', async () => {
        await journal('a');
        const exported = await files.exportFile('a');
        for (let bit = 0; bit < exported.length * 8; bit += 37) {
          const inVersion = bit >> 3 >= 8 && bit >> 3 < 12;
          const changed = exported.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
          await failsWith(inVersion ? 'file_too_new' : 'file_damaged', files.importFile(changed, 'b'));
        }
        for (const size of [0, 1, 11, 12, 44, 100, exported.length - 1])
          await failsWith('file_damaged', files.importFile(exported.subarray(0, size), 'b'));
        await failsWith('file_damaged', files.importFile(new Uint8Array(5000), 'b'));
        expect(await files.list()).toHaveLength(1);
      });

      it('refuse to export a wallet with a missing record', async () => {
        await journal('a');
        const { header, records } = await browser.peek('a');
        await browser.poke({ header, records: records.toSpliced(1, 1) });
        await failsWith('file_damaged', files.exportFile('a'));
      });
    });

    describe('sizes', () => {
      it('are the bytes of the encrypted records, a damaged one counts as nothing', async () => {
        await journal('a');
        const { header, records } = await browser.peek('a');
        const bytes = records.reduce((sum, { sealed }) => sum + sealed.length, 0);
        expect(await files.sizes()).toEqual([{ name: 'a', bytes }]);
        const damaged = { ...records[0]!, sealed: undefined as never };
        await browser.poke({ header, records: [damaged, ...records.slice(1)] });
        expect(await files.sizes()).toEqual([{ name: 'a', bytes: bytes - records[0]!.sealed.length }]);
      });
    });

    if (evicts)
      describe('storage health', () => {
        it('lists lost wallets until the person has seen the list', async () => {
          await journal('stays');
          await journal('removed');
          await journal('vanishes');
          const open = await files.create('open', 'pass', FIRST);
          await files.importFile(await files.exportFile('stays'), 'imported');
          await files.remove('removed', 'pass');
          expect((await files.storageHealth()).vanished).toEqual([]);
          const wallet = await browser.peek('vanishes');
          await browser.erase('vanishes');
          expect((await files.storageHealth()).vanished).toEqual([
            { name: 'vanishes', createdAt: wallet.header.createdAt },
          ]);
          await open.close();
          expect((await files.storageHealth()).vanished).toHaveLength(1);
          await files.forgetVanished();
          expect((await files.storageHealth()).vanished).toEqual([]);
        });

        it('lists a lost wallet no more when there is another one of its name', async () => {
          for (const name of ['made', 'imported', 'lost']) await journal(name);
          const saved = await files.exportFile('imported');
          for (const name of ['made', 'imported', 'lost']) await browser.erase(name);
          expect((await files.storageHealth()).vanished).toHaveLength(3);
          await (await files.create('made', 'pass', FIRST)).close();
          await files.importFile(saved);
          expect((await files.storageHealth()).vanished.map(({ name }) => name)).toEqual(['lost']);
        });
      });
  });
}

const binaryAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
