/**
 * A page that is killed while it signs: before, during and after the write to the disk. It never gives out two
 * signatures with one nonce, because an attacker could compute the key share from them.
 */
import { describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { isFault } from '../../../../src/base/fault.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { signMultisig } from '../../../../src/wallet/multisig/sign.ts';
import { fault } from '../../../../src/wallet/faults.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { PASSWORD, PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

type Cut = 'before' | 'after' | 'full' | 'never';

/** The records on a disk that fails in the given way when something is appended. */
interface Disk {
  readonly entries: Uint8Array[];
  readonly snapshot?: Uint8Array;
  readonly appended: () => number;
  readonly file: WalletFile;
  readonly copy: string;
}
const KILLED = new Error('killed');
const diskOf = (
  {
    snapshot,
    entries: old,
    copy,
  }: { readonly snapshot?: Uint8Array; readonly entries: readonly Uint8Array[]; readonly copy: string },
  cut: Cut,
): Disk => {
  const entries = [...old];
  let appended = 0;
  const file = {
    name: 'signer',
    copy,
    load: () => Promise.resolve({ ...(snapshot && { snapshot }), entries: [...entries] }),
    append: async (entry: Uint8Array) => {
      await Promise.resolve();
      appended += 1;
      if (cut === 'full') throw fault('storage_full');
      if (cut === 'before') throw KILLED;
      entries.push(entry);
      if (cut === 'after') throw KILLED;
    },
  } as unknown as WalletFile;
  return { entries, ...(snapshot && { snapshot }), appended: () => appended, file, copy };
};

/** Two proposals that use the same nonces of the second signer. */
const rivals = async (): Promise<{ signer: RpcWallet; sets: Uint8Array[] }> => {
  const [first, signer] = await openSigners(2, 2);
  await tellInfo([first!, signer!]);
  const sets: Uint8Array[] = [];
  for (const amount of [XMR, XMR + 1n]) {
    const { multisig_txset, spent_key_images } = await first!.call('transfer', {
      destinations: [{ address: PAYEE, amount }],
      subaddr_indices: [1],
    });
    expect(spent_key_images.key_images).toHaveLength(1);
    sets.push(fromHex(multisig_txset));
  }
  return { signer: signer!, sets };
};

const sign = async (ledger: Ledger, { wallet }: RpcWallet, set: Uint8Array): Promise<string | undefined> => {
  try {
    const deps = {
      ledger,
      random: { bytes: seededRandom('killed') },
      indexOf: (key: Uint8Array) => wallet.sync.indexOf(asPublicKey(key)),
    };
    return toHex((await signMultisig(deps, set)).set);
  } catch (error) {
    if (error === KILLED || isFault(error)) return undefined;
    throw error;
  }
};
const stored = async ({ wallet: { file } }: RpcWallet) => ({ ...(await file.load()), copy: file.copy });
const noncesOf = ({ state }: Ledger): number =>
  state.outputs
    .filter(({ subaddress }) => subaddress.minor === 1)
    .reduce((sum, { key }) => sum + state.tables.multisigOutputs.get(toHex(key))!.nonces.length, 0);

describe('a signer', () => {
  test.each<[string, Cut, number]>([
    ['that is killed before its nonces are deleted from the disk', 'before', 0],
    ['that is killed after that, before it answers', 'after', 0],
    ['whose disk is full', 'full', 0],
    ['that is not killed', 'never', 1],
  ])('%s gives out no second signature with the same nonces', async (_, cut, answers) => {
    const { signer, sets } = await rivals();
    const disk = diskOf(await stored(signer), cut);
    const ledger = await openLedger(disk.file);
    expect(noncesOf(ledger)).toBe(2);
    const out = [await sign(ledger, signer, sets[0]!)].filter(Boolean);
    expect(out).toHaveLength(answers);
    // There is one commit, before the answer.
    expect(disk.appended()).toBe(1);
    // The same page may go on without having been killed, or the wallet is opened again from its disk.
    const ledgers = [ledger, await openLedger(diskOf(disk, 'never').file)];
    for (const [i, next] of ledgers.entries()) {
      const later = [await sign(next, signer, sets[1]!), await sign(next, signer, sets[0]!)].filter(Boolean);
      if (i === 1) expect(out.length + later.length).toBe(cut === 'after' ? 0 : 1);
      expect(out.length + later.length).toBeLessThanOrEqual(1);
      if (later.length + out.length > 0) expect(noncesOf(next)).toBe(0);
    }
  });

  test('signs one of two competing sets that arrive at the same moment', async () => {
    const { signer, sets } = await rivals();
    const ledger = await openLedger(diskOf(await stored(signer), 'never').file);
    const out = await Promise.all(sets.map((set) => sign(ledger, signer, set)));
    expect(out.filter(Boolean)).toHaveLength(1);
    expect(noncesOf(ledger)).toBe(0);
  });

  test('has deleted its nonces from the disk when its own proposal leaves', async () => {
    const [first, second] = await openSigners(2, 2);
    await tellInfo([first!, second!]);
    const destinations = [{ address: PAYEE, amount: XMR }];
    const theirs = await second!.call('transfer', { destinations, subaddr_indices: [1] });
    await first!.call('transfer', { destinations, subaddr_indices: [1] });
    expect(noncesOf(await openLedger(first!.wallet.file))).toBe(0);
    expect(await first!.refusal('sign_multisig', { tx_data_hex: theirs.multisig_txset })).toMatchObject({
      code: -35,
      fault: 'multisig_export_needed',
    });
  });

  test('has no nonces in a wallet that was imported from an exported file', async () => {
    const { signer, sets } = await rivals();
    const { hex } = await signer.call('x_export_file', { password: PASSWORD });
    await signer.call('sign_multisig', { tx_data_hex: toHex(sets[0]!) });
    await signer.call('x_import_file', { filename: 'again', password: PASSWORD, hex });
    expect(await signer.refusal('sign_multisig', { tx_data_hex: toHex(sets[1]!) })).toMatchObject({
      code: -35,
      fault: 'multisig_export_needed',
    });
  });

  // threat: nonce-reuse
  test('has no nonces in an imported copy that was killed before it wrote anything', async () => {
    const { signer, sets } = await rivals();
    const { files } = signer.session;
    const whole = await files.exportFile(signer.wallet.name);
    expect(await sign(await openLedger(signer.wallet.file), signer, sets[0]!)).toBeDefined();
    // An import does only this before it opens the file.
    await files.importFile(whole, 'copy', PASSWORD);
    const copy = await files.open('copy', PASSWORD);
    const ledger = await openLedger(copy);
    expect(noncesOf(ledger)).toBe(0);
    expect(await sign(ledger, signer, sets[1]!)).toBeUndefined();
    // What the copy writes next does not contain them either.
    await ledger.compact();
    expect(
      noncesOf(
        await openLedger(diskOf({ ...(await copy.load()), copy: signer.wallet.file.copy }, 'never').file),
      ),
    ).toBe(0);
    await copy.close();
  });

  test('keeps its nonces when the same file is closed and opened again', async () => {
    const { signer, sets } = await rivals();
    const { files, wallet } = signer.session;
    const { name } = wallet;
    await signer.call('close_wallet');
    const again = await files.open(name, PASSWORD);
    const ledger = await openLedger(again);
    expect(noncesOf(ledger)).toBe(2);
    expect(sets).toHaveLength(2);
    await again.close();
  });
});
