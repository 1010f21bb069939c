/** Wallets that version 0.1 wrote (README.md) open with all their data. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/server/files/folder.ts';
import { toHex } from '../../../src/base/hex.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { WalletFiles } from '../../../src/ports/wallet-files.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import { createIdbWalletFiles } from '../../../src/store/idb.ts';
import { createLockHub } from '../../../src/store/in-process-locks.ts';
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import { createMemoryMarker } from '../../../src/store/persist.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../../src/wallet/session/session.ts';
import { createMemorySettings } from '../../../src/store/memory-settings.ts';
import { createFakeNode } from '../../support/rpc/fake-node.ts';
import { inTier } from '../../support/tier.ts';
import { walletsIn } from '../../unit/store/folder-world.ts';
import { restoreDatabases } from './databases.mjs';
import {
  expectSame,
  FORMS,
  OLD_FOLDER,
  readBackup,
  readDatabases,
  readExpected,
  type Form,
  type OldCall,
} from './old-wallets.ts';

const databases = readDatabases();
let dir: string;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  dir = mkdtempSync(join(tmpdir(), 'ostro-old-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A newly started program with the stored wallets of one form; for backups with the named ones. */
const filesOf: { readonly [F in Form]: (names: readonly string[]) => Promise<WalletFiles> } = {
  page: async () => {
    await restoreDatabases(databases);
    const { host, takeoverChannel } = createLockHub().tab();
    return createIdbWalletFiles({ lockHost: host, takeoverChannel, marker: createMemoryMarker() });
  },
  backups: async (names) => {
    const files = createMemoryWalletFiles();
    for (const name of names) await files.importFile(readBackup(name), name);
    return files;
  },
  folder: () => {
    cpSync(OLD_FOLDER, dir, { recursive: true });
    return Promise.resolve(walletsIn(openFolder(dir)));
  },
};

/** The engine without a node that answers. */
const start = (files: WalletFiles): OwnedSession =>
  createSession(
    {
      chain: createFakeNode().chain,
      pool: createInlinePool(decodeBlocks),
      clock: systemClock,
      random: systemRandom,
      settings: createMemorySettings(),
    },
    files,
  );

/** The answer with plain numbers, as the old one is stored. */
const ask = async (session: OwnedSession, { method, params }: OldCall): Promise<unknown> => {
  const { result, error } = await dispatch(session, { jsonrpc: '2.0', id: 0, method, params });
  const toNumber = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  return error
    ? { error: { code: error.code, message: error.message } }
    : { result: JSON.parse(JSON.stringify(result, toNumber)) as unknown };
};
const result = async (session: OwnedSession, method: string, params: OldCall['params'] = {}) => {
  const { result: answer } = (await ask(session, { method, params })) as OldCall;
  if (!answer) throw new Error(`${method} was refused`);
  return answer;
};

/** A table as make.mjs stores it. */
const listed = (table: ReadonlyMap<string, unknown>): unknown =>
  Object.fromEntries([...table].map(([key, value]) => [key, withHex(value)]));
const withHex = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return { hex: toHex(value) };
  if (Array.isArray(value)) return value.map(withHex);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, withHex(it)]));
};

/** The wallets that `npm test` opens: each kind once. */
const SAMPLE: { readonly [F in Form]: readonly string[] } = {
  page: ['full', 'view', 'signer 2', 'away', 'custom.background'],
  backups: ['full', 'kex 1'],
  folder: ['full', 'watcher'],
};

let session: OwnedSession | undefined;
const begin = async (form: Form, names: readonly string[]): Promise<OwnedSession> =>
  (session = start(await filesOf[form](names)));
afterEach(() => session?.close());

describe.each(FORMS)('wallets that 0.1 wrote as %s', (form) => {
  const { wallets } = readExpected(form);

  it.each(inTier({ short: SAMPLE[form], long: Object.keys(wallets) }))(
    'contain “%s”, which opens with all its data',
    async (name) => {
      const { password, calls, records } = wallets[name]!;
      const program = await begin(form, [name]);
      // The old program was asked about the copy after the wallet, which brings it up to date.
      if (name === 'custom.background' && form !== 'backups')
        await program.openFile('custom', wallets['custom']!.password);
      const { state } = await program.openFile(name, password);
      for (const call of calls) expectSame(await ask(program, call), call);

      const { tables } = state;
      expect(listed(tables.rings)).toEqual(records.rings);
      expect(listed(tables.keyImages)).toEqual(records.keyImages);
      // Version 0.1 did not store which copy of the file drew its nonces, so they must not sign.
      const nonceless = Object.entries(records.multisigOutputs).map(([key, it]) => [
        key,
        { ...it, nonces: [] },
      ]);
      expect(listed(tables.multisigOutputs)).toEqual(Object.fromEntries(nonceless));
      // Opening restores the spend key, and then the wallet knows which transactions spend its outputs.
      const { background, ...settings } = records.settings[''];
      const { away: _away, ...kept } = background ?? {};
      const back = background !== undefined && !background['copy'];
      // A copy that this version has brought up to date says at which height.
      const { madeAt } = state.settings.background ?? {};
      const updated = { ...background, ...(madeAt !== undefined && { madeAt: state.height }) };
      expect(withHex(state.settings)).toEqual({
        ...settings,
        ...(background && { background: back ? kept : updated }),
      });
      expect(listed(tables.maybeSpending)).toEqual(back ? {} : records.maybeSpending);
    },
  );

  it('accept new entries, and contain old and new ones when opened again', async () => {
    const { password, calls } = wallets['full']!;
    const program = await begin(form, ['full']);
    await program.openFile('full', password);
    await result(program, 'set_attribute', { key: 'new', value: 'entry' });
    await program.close();
    await program.openFile('full', password);
    expect(await result(program, 'get_attribute', { key: 'new' })).toEqual({ value: 'entry' });
    const history = calls.find(({ method }) => method === 'get_transfers')!;
    expectSame(await ask(program, history), history);
  });
});

describe('unfinished work of wallets of 0.1 continues', () => {
  const { wallets, messages } = readExpected('backups');

  it('a key exchange of three signers', async () => {
    const names = ['kex 1', 'kex 2', 'kex 3'];
    const program = await begin('backups', names);
    let exchanged = names.map((name) => messages[name]!.multisig_info);
    let addresses: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      const next: string[] = [];
      addresses = [];
      for (const [i, name] of names.entries()) {
        const { password } = wallets[name]!;
        await program.openFile(name, password);
        const multisig_info = exchanged.filter((_, j) => j !== i);
        const made = await result(program, 'exchange_multisig_keys', { multisig_info, password });
        next.push(made['multisig_info'] as string);
        addresses.push(made['address']);
      }
      exchanged = next;
    }
    expect(await result(program, 'is_multisig')).toMatchObject({ ready: true, threshold: 2, total: 3 });
    expect(addresses).toEqual([expect.stringMatching(/^4/), addresses[0], addresses[0]]);
  });

  it("a cold wallet's signing for its watching wallet", async () => {
    const program = await begin('backups', ['cold']);
    await program.openFile('cold', wallets['cold']!.password);
    const { unsigned_txset } = messages['cold']!;
    const signed = await result(program, 'sign_transfer', { unsigned_txset, get_tx_keys: true });
    expect(signed['tx_hash_list']).toHaveLength(1);
  });

  it('except signing with a nonce that 0.1 stored', async () => {
    const program = await begin('backups', ['signer 2']);
    await program.openFile('signer 2', wallets['signer 2']!.password);
    const params = { tx_data_hex: messages['signer 2']!.multisig_txset };
    const { error } = (await ask(program, { method: 'sign_multisig', params })) as OldCall;
    expect(error).toMatchObject({ code: -35 });
  });
});
