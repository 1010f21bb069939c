/**
 * A signer whose wallet is in the folder of a wallet server: the nonces of a signature never sign again, whatever happens
 * to the server or to its files.
 */
import { afterEach, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { isFault } from '../../../../src/base/fault.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { holdsNonces } from '../../../../src/wallet/multisig/status.ts';
import { signMultisig } from '../../../../src/wallet/multisig/sign.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { PASSWORD, PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { createFolderWorld, forgetLock, type FolderWorld } from '../../store/folder-world.ts';

let world: FolderWorld;
afterEach(() => world.dispose());

interface Opened {
  readonly file: WalletFile;
  readonly ledger: Ledger;
}
const open = async (): Promise<Opened> => {
  const file = await world.program().open('a', PASSWORD);
  return { file, ledger: await openLedger(file) };
};

/** A signer in a folder, and two proposals that use the same nonces of this signer. */
const rivals = async () => {
  world = createFolderWorld();
  const [first, signer] = await openSigners(2, 2);
  await tellInfo([first!, signer!]);
  await world
    .program()
    .importFile(await signer!.session.files.exportFile(signer!.wallet.name), 'a', PASSWORD);
  const opened = await open();
  // Nonces of the file from which this one was imported are void here.
  expect(holdsNonces(opened.ledger.state)).toBe(false);
  const inFolder = { ...signer!, wallet: { ...signer!.wallet, ledger: opened.ledger } } as RpcWallet;
  await tellInfo([first!, inFolder]);
  const sets: Uint8Array[] = [];
  for (const amount of [XMR, XMR + 1n]) {
    const destinations = [{ address: PAYEE, amount }];
    const { multisig_txset } = await first!.call('transfer', { destinations, subaddr_indices: [1] });
    sets.push(fromHex(multisig_txset));
  }
  const sign = async (ledger: Ledger, which: number): Promise<string> => {
    const indexOf = (key: Uint8Array) => signer!.wallet.sync.indexOf(asPublicKey(key));
    try {
      const deps = { ledger, random: signer!.session.world.random, indexOf };
      return toHex((await signMultisig(deps, sets[which]!)).set);
    } catch (error) {
      if (isFault(error)) return error.code;
      throw error;
    }
  };
  return { ...opened, sign };
};
const USED_UP = 'multisig_export_needed';

// threat: nonce-reuse
test('a signature is answered after its nonces are deleted from the disk, so a kill restores none', async () => {
  const { ledger, sign } = await rivals();
  expect(await sign(ledger, 0)).toMatch(/^[0-9a-f]{100}/);
  forgetLock(world, 'a');
  const again = await open();
  expect(again.ledger.state.tables.multisigOutputs.size).toBeGreaterThan(0);
  expect(await sign(again.ledger, 1)).toBe(USED_UP);
  await again.file.close();
});

test('closing, with or without saving, keeps unused nonces and restores no used ones', async () => {
  const { file, ledger, sign } = await rivals();
  await file.close({ keepCopy: true });
  const second = await open();
  expect(await sign(second.ledger, 0)).toMatch(/^[0-9a-f]{100}/);
  expect(await sign(second.ledger, 1)).toBe(USED_UP);
  await second.file.close({ keepCopy: true });
  const third = await open();
  expect(await sign(third.ledger, 1)).toBe(USED_UP);
  await third.file.close();
  expect(ledger.state.copy).toBe(third.ledger.state.copy);
});

// threat: nonce-reuse
test('a file that is put back after a signature has no nonces, with or without the files beside it', async () => {
  const { file, sign } = await rivals();
  await file.close({ keepCopy: true });
  const backup = ['a', 'a.keys', 'a.stamp'].map((name) => [name, world.read(name)] as const);
  const signing = await open();
  expect(await sign(signing.ledger, 0)).toMatch(/^[0-9a-f]{100}/);
  await signing.file.close({ keepCopy: true });
  for (const [name, bytes] of backup) world.put(name, bytes);
  const restored = await open();
  expect(holdsNonces(restored.ledger.state)).toBe(false);
  expect(await sign(restored.ledger, 1)).toBe(USED_UP);
  await restored.file.close();
});
