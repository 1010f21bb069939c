import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { FileState } from '../../../src/ui/features/open/file.svelte.ts';
import { WatchState } from '../../../src/ui/features/open/watch.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { ImportState } from '../../../src/ui/airgap/import.svelte.ts';
import { pairingLink } from '../../../src/ui/airgap/pairing.ts';
import { FORMS, type AirgapPayload } from '../../../src/ui/airgap/payload.ts';
import { createFrames } from '../../../src/ui/airgap/ur.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FILES } from '../../support/fake-worker/payloads.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const named = (name: string, hex: string): File => new File([Buffer.from(fromHex(hex))], name);
const asked = (port: FakePort, method: string) => port.calls.filter((call) => call.method === method);

describe('making a wallet from a file', () => {
  it('restores everything when Ostro saved the file', async () => {
    const { port, session } = await setup('new');
    const file = new FileState(session);
    await file.pick(named('Savings.ostro', FILES.ostro));
    expect([file.kind, file.newWallet.name]).toEqual(['ostro', 'Savings']);
    file.password = 'correct horse';
    expect(await file.submit()).toBe(true);
    expect(asked(port, 'x_import_file')[0]?.params).toEqual({
      filename: 'Savings',
      password: 'correct horse',
      hex: FILES.ostro,
    });
    expect([session.status.wallet, file.password]).toEqual(['Savings', '']);
  });
  it('takes the file that another device shows as codes, and no other data', async () => {
    const { port, session } = await setup('new');
    const file = new FileState(session);
    const taken: AirgapPayload[] = [];
    const scan = new ImportState(['wallet'], (payload) => taken.push(payload));
    for (const kind of ['companion', 'wallet'] as const) {
      const content = Buffer.concat([FORMS[kind].magic, Buffer.alloc(1000, 7)]);
      const frames = createFrames(FORMS[kind].type, content);
      for (let i = 0; i < frames.count; i++) scan.code(frames.next());
    }
    expect(taken.map(({ kind }) => kind)).toEqual(['wallet']);
    await file.pick(new File([new Uint8Array(taken[0]!.bytes)], FORMS.wallet.file));
    expect([file.kind, file.newWallet.name]).toEqual(['ostro', 'wallet']);
    file.password = 'correct horse';
    expect(await file.submit()).toBe(true);
    expect(asked(port, 'x_import_file')[0]?.params).toMatchObject({ hex: toHex(taken[0]!.bytes) });
  });
  it('restores keys, and the cache file beside them, when another program saved the file', async () => {
    const { port, session } = await setup('new');
    const file = new FileState(session);
    await file.pick(named('old.keys', FILES.keys));
    await file.pickBeside(new File(['cache'], 'old'));
    file.password = 'correct horse';
    expect(await file.submit()).toBe(true);
    expect(asked(port, 'x_import_keys_file')[0]?.params).toMatchObject({
      hex: FILES.keys,
      cache_hex: toHex(new TextEncoder().encode('cache')),
    });
  });
  it('reports a wrong password, which can be typed again', async () => {
    const { session } = await setup('new');
    const file = new FileState(session);
    await file.pick(named('old.keys', FILES.keys));
    file.password = 'nope';
    expect(await file.submit()).toBe(false);
    expect(file.passwordFault).toContain('not the password of this file');
    expect(session.open).toBe(false);
  });
  it('asks for the file first, and refuses other large files', async () => {
    const { port, session } = await setup('new');
    const file = new FileState(session);
    expect(await file.submit()).toBe(false);
    expect(file.fileFault).toBe('Choose the file first.');
    await file.pick(new File([new Uint8Array((1 << 20) + 1)], 'film.mp4'));
    expect([file.kind, file.fileFault === '']).toEqual([undefined, false]);
    expect(asked(port, 'x_import_keys_file')).toEqual([]);
  });
});

describe('saving a wallet as a file', () => {
  it.each([
    ['everything', 'Everyday.ostro', 'x_export_file', { password: 'correct horse' }],
    ['keys', 'Everyday.keys', 'x_export_keys_file', { password: 'correct horse', watch_only: false }],
    ['watch', 'Everyday watch.keys', 'x_export_keys_file', { password: 'correct horse', watch_only: true }],
  ] as const)('saves %s', async (kind, name, method, params) => {
    const { port, session } = await setup('home');
    const guarded = new Guarded(session);
    guarded.password = 'nope';
    expect([await guarded.file(kind), guarded.saved]).toEqual([false, undefined]);
    expect(guarded.wrong).not.toBe('');
    guarded.password = 'correct horse';
    expect(await guarded.file(kind)).toBe(true);
    expect(guarded.saved).toMatchObject({ name });
    expect(asked(port, method).map((call) => call.params)).toContainEqual(params);
  });
  it('counts as a backup when the file is given to the person; one for other programs holds the keys alone', async () => {
    const { session } = await setup('home');
    const wallet = session.wallets.find(({ name }) => name === session.status.wallet)!;
    const guarded = new Guarded(session);
    for (const [kind, noted] of [
      ['everything', ['file']],
      ['keys', ['file', 'keys']],
      ['watch', ['file', 'keys']],
    ] as const) {
      const before = Object.keys(session.backups.of(wallet));
      guarded.password = 'correct horse';
      expect(await guarded.file(kind)).toBe(true);
      expect(Object.keys(session.backups.of(wallet))).toEqual(before);
      guarded.noteSaved();
      expect(Object.keys(session.backups.of(wallet))).toEqual(noted);
    }
  });
  it('as a cold wallet needs the password', async () => {
    const { port, session } = await setup('home');
    const guarded = new Guarded(session);
    guarded.password = 'nope';
    expect(await guarded.keepCold(true)).toBe(false);
    expect(asked(port, 'x_set_cold')).toEqual([]);
    guarded.password = 'correct horse';
    expect(await guarded.keepCold(true)).toBe(true);
    expect(session.status.cold).toBe(true);
  });
});

describe('making a watching wallet from a code or a link', () => {
  const address =
    '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH';
  it('fills the form', async () => {
    const { session } = await setup('new');
    const watch = new WatchState(session);
    expect(await watch.pair(pairingLink({ address, viewKey: 'a5b9'.repeat(16), height: 77, name: '' }))).toBe(
      true,
    );
    expect([watch.address, watch.keyFits, watch.birthday.height, watch.whyNot]).toEqual([
      address,
      true,
      77,
      '',
    ]);
  });
  it('leaves the form unchanged for any other text', async () => {
    const { session } = await setup('new');
    const watch = new WatchState(session);
    expect(await watch.pair(`monero:${address}`)).toBe(false);
    expect(watch.address).toBe('');
  });
});
