/** Which keys remain in memory when a wallet is locked. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../src/base/brands.ts';
import { createMemoryBrowser, createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { createSession, type OwnedSession } from '../../../src/wallet/session/session.ts';
import { change, put } from '../../../src/wallet/state/state.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { createTestChain } from './test-chain.ts';
import { KEYS } from './test-ledger.ts';
import { createTestNode } from './test-node.ts';

const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };
const bytes = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

const session = (
  files = createMemoryWalletFiles({ browser: createMemoryBrowser(), kdf: QUICK }),
): OwnedSession => {
  const node = createTestNode(createTestChain());
  const made = createSession(
    {
      chain: { ...node, use: () => undefined, expectNetwork: () => undefined } as never,
      pool: node.scanner,
      clock: systemClock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    files,
  );
  made.autoRefresh(false);
  return made;
};
const NEW = {
  name: 'mine',
  password: 'pw',
  network: 'mainnet',
  keys: KEYS,
  seedLanguage: 'English',
  restoreHeight: 0,
  lookahead: { major: 2, minor: 2 },
} as const;
/** The arrays that contain secrets while the wallet is open. */
const secretsOf = ({ wallet: { state } }: OwnedSession): Uint8Array[] => {
  const { viewSecret, spendSecret, multisig } = state.account;
  return [
    viewSecret,
    ...(spendSecret ? [spendSecret] : []),
    ...(multisig ? [multisig.signerSecret, ...multisig.keys] : []),
    ...[...state.tables.txKeys.values()].flatMap(({ key, additional }) => [key, ...additional]),
    ...[...state.tables.multisigOutputs.values()].flatMap(({ nonces }) => nonces),
  ];
};
const isZero = (secret: Uint8Array): boolean => secret.every((byte) => byte === 0);

describe('locking a wallet', () => {
  // threat: keys-after-lock
  it.each([['locked'], ['taken_over'], ['stopped']] as const)(
    'overwrites the keys that were in memory (%s)',
    async (reason) => {
      const tab = session();
      await tab.make(NEW);
      await tab.wallet.ledger.commit(
        change([
          put('txKeys', 'aa', { key: asSecretKey(bytes(7)), additional: [asSecretKey(bytes(8))] }),
          put('multisigOutputs', 'bb', { nonces: [bytes(9)], infos: [] }),
        ]),
      );
      const secrets = secretsOf(tab);
      expect(secrets).toHaveLength(5);
      expect(secrets.some(isZero)).toBe(false);
      await tab.close(reason);
      expect(secrets.every(isZero)).toBe(true);
      expect(tab.open).toBe(undefined);
    },
  );
  it('overwrites the shares of a multisig signer', async () => {
    const tab = session();
    const multisig = {
      threshold: 2,
      signers: [asPublicKey(bytes(1)), asPublicKey(bytes(2))],
      signerSecret: asSecretKey(bytes(3)),
      keys: [asSecretKey(bytes(4))],
      rounds: 2,
      derivations: [],
    };
    const { spendSecret: _none, ...keys } = KEYS;
    await tab.make({ ...NEW, keys, multisig });
    const secrets = secretsOf(tab);
    expect(secrets).toHaveLength(3);
    await tab.close();
    expect(secrets.every(isZero)).toBe(true);
  });
  it('does not change that an open wallet shows no key in a log or JSON', async () => {
    const tab = session();
    await tab.make(NEW);
    await tab.wallet.ledger.commit(
      change([put('txKeys', 'aa', { key: asSecretKey(bytes(7)), additional: [asSecretKey(bytes(8))] })]),
    );
    const { account, tables } = tab.wallet.state;
    const shown = [
      inspect(account),
      inspect(tables.txKeys),
      JSON.stringify([account, ...tables.txKeys.values()]),
    ];
    for (const text of shown) expect(text).toMatch(/\[secret\][^]*\[secret\]/);
    for (const secret of secretsOf(tab)) {
      const [first, second] = secret;
      for (const text of shown) expect(text).not.toMatch(new RegExp(`\\b${first},\\s*(1: )?${second}\\b`));
      for (const text of shown) expect(text).not.toContain(`"0":${first}`);
    }
    await tab.close();
  });
  it('leaves the file unchanged: the wallet opens again with its keys', async () => {
    const tab = session();
    await tab.make(NEW);
    const before = secretsOf(tab).map((secret) => secret.slice());
    await tab.close();
    await tab.openFile('mine', 'pw');
    expect(secretsOf(tab)).toEqual(before);
    expect(KEYS.spendSecret.some((byte) => byte !== 0)).toBe(true);
  });
});
