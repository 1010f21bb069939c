/**
 * What every implementation of the WalletFiles port that keeps wallets in this browser must do with passkeys. The
 * authenticator's answer is 32 made-up bytes; tests/long/e2e/passkey.spec.ts has a virtual authenticator.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { utf8 } from '../../src/base/bytes.ts';
import { isFault } from '../../src/base/fault.ts';
import type { PasskeyInfo, PasskeySecret, WalletFiles } from '../../src/ports/wallet-files.ts';
import type { PasskeySlot } from '../../src/store/passkey.ts';
import type { TestBrowser } from './wallet-files.contract.ts';

const CREDENTIAL = Uint8Array.from({ length: 20 }, (_, i) => 100 + i);
const SALT = new Uint8Array(32).fill(7);
const PASSKEY = { credential: CREDENTIAL, salt: SALT };
const answer = (byte: number, pin = ''): PasskeySecret => ({ output: new Uint8Array(32).fill(byte), pin });
const RIGHT = answer(1);
const WRONG = answer(2);
const PIN = answer(1, '704216');
const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (isFault(error) ? error.code : error),
  );

export function passkeyContract(label: string, open: () => Promise<TestBrowser>): void {
  describe(`passkeys: ${label}`, () => {
    let browser: TestBrowser;
    let files: WalletFiles;
    beforeEach(async () => {
      browser = await open();
      files = browser.tab();
    });
    afterEach(() => browser.close());

    /** A closed wallet with one entry and a passkey. */
    const wallet = async (secret = RIGHT, passkey: Omit<PasskeyInfo, 'pin'> = PASSKEY) => {
      const file = await files.create('a', 'pass', utf8('first'));
      await file.append(utf8('one'));
      await file.addPasskey('pass', passkey, secret);
      await file.close();
    };
    const read = async (unlock: string | PasskeySecret): Promise<string[]> => {
      const file = await files.open('a', unlock);
      try {
        return (await file.load()).entries.map((entry) => new TextDecoder().decode(entry));
      } finally {
        await file.close();
      }
    };
    const change = async (work: (file: Awaited<ReturnType<WalletFiles['open']>>) => Promise<void>) => {
      const file = await files.open('a', 'pass');
      try {
        await work(file);
      } finally {
        await file.close();
      }
    };
    const listed = async () => (await files.list()).map(({ passkey }) => passkey);

    it('open the wallet that they were added to, and so does the password', async () => {
      await wallet();
      expect(await read(RIGHT)).toEqual(['one']);
      expect(await read('pass')).toEqual(['one']);
    });

    it('open it so that it can be written, and it stays open for the password', async () => {
      await wallet();
      const file = await files.open('a', RIGHT);
      await file.append(utf8('two'));
      await file.compact(utf8('both'));
      await file.append(utf8('three'));
      await file.close();
      expect(await read('pass')).toEqual(['three']);
      expect(await read(RIGHT)).toEqual(['three']);
    });

    it('are listed with what the page needs to ask the authenticator', async () => {
      await (await files.create('plain', 'pass', utf8('first'))).close();
      expect(await listed()).toEqual([undefined]);
      await wallet(PIN);
      expect(await listed()).toEqual(expect.arrayContaining([undefined, { ...PASSKEY, pin: true }]));
    });

    // threat: stolen-passkey
    it('do not open the wallet with the answer of another authenticator', async () => {
      await wallet();
      expect(await outcome(files.open('a', WRONG))).toBe('wrong_passkey');
      const nearly = { ...RIGHT, output: RIGHT.output.map((byte, i) => (i === 31 ? byte ^ 1 : byte)) };
      expect(await outcome(files.open('a', nearly))).toBe('wrong_passkey');
      expect((await files.list())[0]).toMatchObject({ openElsewhere: false });
    });

    it('open no wallet without one', async () => {
      await (await files.create('a', 'pass', utf8('first'))).close();
      expect(await outcome(files.open('a', RIGHT))).toBe('no_passkey');
    });

    it('of one wallet do not open another one, also if its slot is copied there', async () => {
      await wallet();
      const other = await files.create('b', 'pass', utf8('first'));
      await other.close();
      const { header } = await browser.peek('a');
      const copy = await browser.peek('b');
      await browser.poke({ ...copy, header: { ...copy.header, passkey: header.passkey } });
      expect(await outcome(files.open('b', RIGHT))).toBe('passkey_damaged');
    });

    // threat: stolen-passkey
    describe('with a PIN', () => {
      beforeEach(() => wallet(PIN));

      it('need both', async () => {
        expect(await read(PIN)).toEqual(['one']);
        for (const secret of [RIGHT, answer(1, '704217'), answer(2, '704216'), answer(0, '704216')])
          expect(await outcome(files.open('a', secret))).toBe('wrong_passkey');
        expect(await outcome(files.open('a', '704216'))).toBe('wrong_password');
      });

      it('take it in any Unicode form', async () => {
        await change((file) => file.addPasskey('pass', PASSKEY, answer(1, 'caf\u00e9')));
        expect(await read(answer(1, 'cafe\u0301'))).toEqual(['one']);
      });

      it('can be replaced by one without', async () => {
        await change((file) => file.addPasskey('pass', PASSKEY, RIGHT));
        expect(await outcome(files.open('a', PIN))).toBe('wrong_passkey');
        expect(await read(RIGHT)).toEqual(['one']);
      });
    });

    describe('of an open wallet', () => {
      // threat: stolen-passkey
      it('are added with its password alone, and replace the one before', async () => {
        await wallet();
        await change(async (file) => {
          expect(await outcome(file.addPasskey('guess', PASSKEY, WRONG))).toBe('wrong_password');
          await file.checkPasskey(RIGHT);
          await file.addPasskey('pass', { ...PASSKEY, salt: new Uint8Array(32) }, WRONG);
          expect(await outcome(file.checkPasskey(RIGHT))).toBe('wrong_passkey');
          await file.checkPasskey(WRONG);
        });
        expect(await outcome(files.open('a', RIGHT))).toBe('wrong_passkey');
        expect(await read(WRONG)).toEqual(['one']);
      });

      it('are removed with its password alone, which goes on to open it', async () => {
        await wallet();
        await change(async (file) => {
          expect(await outcome(file.removePasskey('guess'))).toBe('wrong_password');
          await file.checkPasskey(RIGHT);
          await file.removePasskey('pass');
          expect(await outcome(file.checkPasskey(RIGHT))).toBe('no_passkey');
          await file.removePasskey('pass');
        });
        expect(await outcome(files.open('a', RIGHT))).toBe('no_passkey');
        expect(await read('pass')).toEqual(['one']);
        expect(await listed()).toEqual([undefined]);
        expect('passkey' in (await browser.peek('a')).header).toBe(false);
      });

      it('stay when the password changes', async () => {
        await wallet();
        await change((file) => file.changePassword('pass', 'new'));
        expect(await read(RIGHT)).toEqual(['one']);
        expect(await read('new')).toEqual(['one']);
        expect(await outcome(files.open('a', 'pass'))).toBe('wrong_password');
      });

      it('are not written when the disk is full', async () => {
        await (await files.create('a', 'pass', utf8('first'))).close();
        await change(async (file) => {
          browser.full(true);
          const added = await outcome(file.addPasskey('pass', PASSKEY, RIGHT));
          browser.full(false);
          // A header needs no room in memory; whatever was answered is true.
          expect(await outcome(file.checkPasskey(RIGHT))).toBe(added === 'done' ? 'done' : 'no_passkey');
        });
      });

      it('are refused after it was closed', async () => {
        await wallet();
        const file = await files.open('a', RIGHT);
        await file.close();
        expect(await outcome(file.checkPasskey(RIGHT))).toBe('wallet_closed');
        expect(await outcome(file.addPasskey('pass', PASSKEY, RIGHT))).toBe('wallet_closed');
        expect(await outcome(file.removePasskey('pass'))).toBe('wallet_closed');
      });

      it('take it over from another tab', async () => {
        await wallet();
        const mine = await files.open('a', 'pass');
        const other = browser.tab();
        expect(await outcome(other.open('a', RIGHT))).toBe('wallet_open_elsewhere');
        const taken = await other.open('a', RIGHT, { takeOver: true });
        await taken.append(utf8('two'));
        expect(await outcome(mine.append(utf8('late')))).toBe('wallet_open_elsewhere');
        await taken.close();
        expect(await read('pass')).toEqual(['one', 'two']);
      });
    });

    describe('whose slot is damaged', () => {
      /** Stores the slot changed by `edit`; the password must go on to open the wallet. */
      const damaged = async (edit: (slot: PasskeySlot) => unknown): Promise<void> => {
        const whole = await browser.peek('a');
        const passkey = edit(whole.header.passkey as PasskeySlot);
        await browser.poke({ ...whole, header: { ...whole.header, passkey } });
        expect(await outcome(files.open('a', RIGHT))).toBe('passkey_damaged');
        expect(await listed()).toEqual(['damaged']);
        await browser.poke(whole);
      };
      const flip = (from: Uint8Array, bit: number) =>
        from.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

      it('by one bit in any byte say so, and not that the passkey is wrong', async () => {
        await wallet();
        for (const field of ['credential', 'prfSalt', 'nonce', 'wrapped', 'checksum'] as const) {
          const { length } = ((await browser.peek('a')).header.passkey as PasskeySlot)[field];
          for (let bit = 0; bit < length * 8; bit += 7)
            await damaged((slot) => ({ ...slot, [field]: flip(slot[field], bit) }));
        }
      });

      it('by another PIN setting say so', async () => {
        await wallet(PIN);
        await damaged(({ pin: _pin, ...slot }) => slot);
        await damaged((slot) => ({ ...slot, pin: { ...slot.pin, passes: 2 } }));
        await damaged((slot) => ({ ...slot, pin: { ...slot.pin, memoryKib: 4 * 1024 * 1024 } }));
        await damaged((slot) => ({ ...slot, pin: { ...slot.pin, salt: new Uint8Array(3) } }));
      });

      it.each([1, 'x', null, [], {}, { credential: new Uint8Array() }])('as %j say so', async (value) => {
        await wallet();
        await damaged(() => value);
      });

      it('with a checksum that fits the change open nothing', async () => {
        await wallet();
        const whole = await browser.peek('a');
        const slot = whole.header.passkey as PasskeySlot;
        const forged = { ...slot, prfSalt: new Uint8Array(32) };
        await browser.poke({
          ...whole,
          header: {
            ...whole.header,
            passkey: { ...forged, checksum: await checksumOf(whole.header.id, forged) },
          },
        });
        expect(await outcome(files.open('a', RIGHT))).toBe('wrong_passkey');
      });

      it('leave the wallet to its password, which removes or replaces them', async () => {
        await wallet();
        const whole = await browser.peek('a');
        const broken = { ...whole, header: { ...whole.header, passkey: { broken: true } } };
        await browser.poke(broken);
        expect(await read('pass')).toEqual(['one']);
        await change((file) => file.removePasskey('pass'));
        expect(await listed()).toEqual([undefined]);
        await browser.poke(broken);
        await change((file) => file.addPasskey('pass', PASSKEY, RIGHT));
        expect(await read(RIGHT)).toEqual(['one']);
      });
    });

    it('have no secret on the disk', async () => {
      const output = Uint8Array.from({ length: 32 }, (_, i) => 200 - 3 * i);
      await wallet({ output, pin: '93108842' });
      const disk = JSON.stringify(await browser.peek('a'), (_key, value: unknown) =>
        value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
      );
      expect(disk).not.toContain(new TextDecoder('latin1').decode(output).slice(0, 8));
      expect(disk).not.toContain('93108842');
    });

    // threat: stolen-passkey
    it('of a copied database open nothing without their authenticator', async () => {
      await wallet();
      const copy = await browser.peek('a');
      const thief = await open();
      await thief.poke(copy);
      const there = thief.tab();
      const { salt, credential } = (await there.list())[0]!.passkey as PasskeyInfo;
      // All that the copy has, as an answer: it opens nothing.
      for (const output of [salt, copy.header.id, credential].map((it) => pad(it)))
        expect(await outcome(there.open('a', { output, pin: '' }))).toBe('wrong_passkey');
      expect(await outcome(there.open('a', ''))).toBe('wrong_password');
      await thief.close();
    });

    // threat: stolen-passkey
    it('are not in an exported file, which the password opens', async () => {
      await (await files.create('a', 'pass', utf8('first'))).close();
      const before = await files.exportFile('a');
      await change((file) => file.addPasskey('pass', PASSKEY, RIGHT));
      const exported = await files.exportFile('a');
      // The time of the last use differs, and the checksum with it.
      expect(exported).toHaveLength(before.length);
      const text = new TextDecoder('latin1').decode(exported);
      expect(text).not.toContain(new TextDecoder('latin1').decode(CREDENTIAL));
      await files.importFile(exported, 'b');
      expect(await outcome(files.open('b', RIGHT))).toBe('no_passkey');
      await (await files.open('b', 'pass')).close();
    });

    it('that the owner removes while another tab takes the wallet over do not open it', async () => {
      await wallet();
      const owner = await browser.tab().open('a', 'pass');
      const removing = owner.removePasskey('pass');
      expect(await outcome(files.open('a', RIGHT, { takeOver: true }))).toBe('no_passkey');
      await removing;
      expect(await read('pass')).toEqual(['one']);
    });
  });
}

const pad = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(32);
  out.set(bytes.subarray(0, 32));
  return out;
};

/** The checksum as docs/adr/0006 has it. */
const checksumOf = async (id: Uint8Array, slot: PasskeySlot): Promise<Uint8Array> => {
  const length = Uint8Array.of(slot.credential.length, 0);
  const parts = [
    utf8('ostro wallet file'),
    Uint8Array.of(1, 0, 0, 0, 5),
    ...[id, length, slot.credential, slot.prfSalt, Uint8Array.of(0), slot.nonce, slot.wrapped],
  ];
  const all = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all)).slice(0, 8);
};
