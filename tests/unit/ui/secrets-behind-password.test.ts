/** Every place of the page that shows a secret of the wallet asks for its password first. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { ConsoleMethod } from '../../../src/ui/features/console/methods.gen.ts';
import { ConsoleState } from '../../../src/ui/features/console/console.svelte.ts';
import { SignersState } from '../../../src/ui/features/multisig/multisig.svelte.ts';
import { Guarded } from '../../../src/ui/keys/guarded.svelte.ts';
import { PaymentKey } from '../../../src/ui/features/history/payment-key.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';

const PASSWORD = 'correct horse';
const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};

/** Methods whose answer is a secret, or that need the password themselves to answer one. */
const SECRET: readonly ConsoleMethod[] = [
  'query_key',
  'get_tx_key',
  'x_export_file',
  'x_export_keys_file',
  'x_begin_multisig',
  'x_make_seed',
];
/** The code that calls them, in src/ui; the console calls any method. */
const CALLERS: Readonly<Record<string, readonly ConsoleMethod[]>> = {
  'keys/guarded.svelte.ts': ['query_key', 'x_export_file', 'x_export_keys_file'],
  'features/history/payment-key.svelte.ts': ['get_tx_key'],
  'features/multisig/multisig.svelte.ts': ['x_begin_multisig'],
  // The words of a wallet that does not exist yet: it gets its password in the step before.
  'features/open/make.svelte.ts': ['x_make_seed'],
};

interface Place {
  readonly scenario?: Scenario;
  /** The method that answers the secret. */
  readonly method: ConsoleMethod;
  /** The worker checks the password: it is a parameter. */
  readonly inWorker?: boolean;
  /** Does what the person does; returns what is shown: the secret, or why not. */
  readonly act: (session: Session, password: string) => Promise<{ secret: boolean; wrong: string }>;
}
const guarded =
  (run: (it: Guarded) => Promise<unknown>): Place['act'] =>
  async (session, password) => {
    const it = new Guarded(session);
    it.password = password;
    await run(it);
    return { secret: it.secret !== '' || it.saved !== undefined, wrong: it.wrong };
  };
const inConsole =
  (method: ConsoleMethod, params: Readonly<Record<string, unknown>>): Place['act'] =>
  async (session, password) => {
    let now = 0;
    const it = new ConsoleState(session, () => (now += 1000));
    it.choose(method);
    it.form?.fill(params as never);
    it.password = password;
    await it.run();
    // Some calls change the wallet for good: they are made at the second press.
    if (it.effect !== '') {
      it.password = password;
      await it.run();
    }
    return { secret: it.answer !== '', wrong: it.wrongPassword };
  };

const PLACES: Readonly<Record<string, Place>> = {
  'the 25 words, in Settings': { method: 'query_key', act: guarded((it) => it.showWords()) },
  'the viewing key, in Settings': { method: 'query_key', act: guarded((it) => it.showViewKey()) },
  'the wallet as a file': {
    method: 'x_export_file',
    inWorker: true,
    act: guarded((it) => it.file('everything')),
  },
  'the keys as a file': {
    method: 'x_export_keys_file',
    inWorker: true,
    act: guarded((it) => it.file('keys')),
  },
  'the viewing key as a file': {
    method: 'x_export_keys_file',
    inWorker: true,
    act: guarded((it) => it.file('watch')),
  },
  'the key of a payment': {
    method: 'get_tx_key',
    act: async (session, password) => {
      const it = new PaymentKey(session);
      it.password = password;
      await it.show('ab'.repeat(32));
      return { secret: it.key !== '', wrong: it.wrong };
    },
  },
  'the first message to other signers': {
    scenario: 'empty',
    method: 'x_begin_multisig',
    act: async (session, password) => {
      const it = new SignersState(session);
      await it.load();
      it.password = password;
      await it.begin();
      return { secret: it.shown !== undefined, wrong: it.wrong };
    },
  },
  'keys, in the console': { method: 'query_key', act: inConsole('query_key', { key_type: 'view_key' }) },
  'the key of a payment, in the console': {
    method: 'get_tx_key',
    act: inConsole('get_tx_key', { txid: 'ab'.repeat(32) }),
  },
};

// threat: injected-script
describe('secrets of the wallet', () => {
  it('are asked for by known code only', () => {
    const ui = join(import.meta.dirname, '../../../src/ui');
    const found: Record<string, ConsoleMethod[]> = {};
    for (const file of readdirSync(ui, { recursive: true, encoding: 'utf8' })) {
      const path = file.split(sep).join('/');
      if (!/\.(ts|svelte)$/.test(path) || /^(features\/console|texts|messages)\//.test(path)) continue;
      const text = readFileSync(join(ui, file), 'utf8');
      const named = SECRET.filter((method) => text.includes(`'${method}'`));
      if (named.length > 0) found[path] = named;
    }
    expect(found).toEqual(CALLERS);
  });
  it.each(Object.entries(PLACES))('%s: nothing without the password', async (_name, place) => {
    const { port, session } = await setup(place.scenario ?? 'home');
    for (const password of ['', 'nope']) {
      const { secret, wrong } = await place.act(session, password);
      expect(secret).toBe(false);
      expect(wrong).toContain(password === '' ? 'password is still missing' : 'not the password');
    }
    if (!place.inWorker) expect(port.calls.map(({ method }) => method)).not.toContain(place.method);
  });
  it.each(Object.entries(PLACES))('%s: shown with the password', async (_name, place) => {
    const { port, session } = await setup(place.scenario ?? 'home');
    const { secret, wrong } = await place.act(session, PASSWORD);
    expect([secret, wrong]).toEqual([true, '']);
    expect(port.calls.map(({ method }) => method)).toContain(place.method);
  });
});
