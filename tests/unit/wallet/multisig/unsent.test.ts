/**
 * Payments of several signers as records in the file: proposed, signed in part, signed by enough. `onDisk` opens the file
 * again, as after a kill.
 */
import { describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { signMultisig } from '../../../../src/wallet/multisig/sign.ts';
import { readChange } from '../../../../src/wallet/state/codec.ts';
import { openLedger } from '../../../../src/wallet/state/state.ts';
import { openPayments } from '../../../../src/wallet/state/unsent.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { keepPayment } from '../../../support/rpc/keep-payment.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

/** Account 1 has one output. */
const RENT = { destinations: [{ address: PAYEE, amount: XMR }], account_index: 1 };
const keep = (rpc: RpcWallet) => keepPayment(rpc, RENT, 'Rent');
const onDisk = async ({ wallet }: RpcWallet) => (await openLedger(wallet.file)).state;
const stored = async (rpc: RpcWallet) => openPayments(await onDisk(rpc)).map(([, payment]) => payment);
const listed = async ({ call }: RpcWallet) => (await call('x_unsent_payments')).payments ?? [];
const group = async (threshold: number, total: number): Promise<RpcWallet[]> => {
  const sessions = await openSigners(threshold, total);
  await tellInfo(sessions);
  return sessions;
};
const noncesOf = async (rpc: RpcWallet): Promise<number> => {
  const { outputs, tables } = await onDisk(rpc);
  return outputs
    .filter(({ subaddress }) => subaddress.major === 1)
    .reduce((sum, { key }) => sum + tables.multisigOutputs.get(toHex(key))!.nonces.length, 0);
};

describe('a payment among signers', () => {
  // threat: nonce-reuse
  test("is in the proposer's file in the commit that deletes the nonces, with its inputs bound", async () => {
    const [mara] = (await group(2, 3)) as [RpcWallet];
    const { id, set: multisig_txset } = await keep(mara);
    const last = (await mara.wallet.file.load()).entries.at(-1)!;
    const tables = new Set(readChange(last).puts.map(({ table }) => table));
    expect([...tables].sort()).toEqual(['multisigOutputs', 'unsentPayments']);
    expect(await stored(mara)).toMatchObject([{ note: 'Rent', set: fromHex(multisig_txset) }]);
    expect(await noncesOf(mara)).toBe(0);
    expect(await listed(mara)).toMatchObject([{ id, next: 'sign', bound: 7n * XMR }]);
    expect(await mara.refusal('transfer', RENT)).toMatchObject({ fault: 'not_enough_unlocked_money' });
  });
  test('goes from signer to signer and is sent, although each is killed after every step', async () => {
    const [mara, jon, ana] = (await group(3, 3)) as [RpcWallet, RpcWallet, RpcWallet];
    const { id, set: multisig_txset } = await keep(mara);
    const set = async (rpc: RpcWallet) => toHex((await stored(rpc))[0]!.set!);
    expect(await set(mara)).toBe(multisig_txset);
    let last = '';
    for (const [rpc, from] of [
      [jon, mara],
      [ana, jon],
    ] as const) {
      expect(await rpc.call('x_keep_payment', { tx_data_hex: await set(from) })).toEqual({ id });
      expect((await stored(rpc))[0]!.signers).toHaveLength(rpc === jon ? 1 : 2);
      const { tx_data_hex } = await rpc.call('x_sign_multisig', { tx_data_hex: await set(rpc) });
      expect(await set(rpc)).toBe(tx_data_hex);
      last = tx_data_hex;
    }
    expect(await listed(ana)).toMatchObject([{ next: 'send' }]);
    // The proposer reads the completely signed set, which replaces its own.
    await mara.call('x_keep_payment', { tx_data_hex: last });
    expect(await listed(mara)).toMatchObject([{ next: 'send', note: 'Rent' }]);
    await mara.call('x_keep_payment', { tx_data_hex: multisig_txset });
    expect(await set(mara)).toBe(last);
    const { tx_hash_list } = await mara.call('submit_multisig', { tx_data_hex: await set(mara) });
    expect(await listed(mara)).toEqual([]);
    expect((await mara.call('get_tx_notes', { txids: tx_hash_list! })).notes).toEqual(['Rent']);
    expect(await mara.refusal('x_keep_payment', { tx_data_hex: last })).toMatchObject({
      fault: 'already_sent',
    });
  });
  // threat: nonce-reuse
  test.each(['before', 'after'] as const)(
    'is signed once and not lost when a signer is killed %s the commit of its signature',
    async (cut) => {
      const [mara, jon] = (await group(2, 2)) as [RpcWallet, RpcWallet];
      const { set: multisig_txset } = await keep(mara);
      const bytes = fromHex(multisig_txset);
      const killed = new Error('killed');
      const { snapshot, entries: old } = await jon.wallet.file.load();
      const entries = [...old];
      const disk = (dies: boolean) =>
        ({
          name: 'jon',
          copy: jon.wallet.file.copy,
          load: () => Promise.resolve({ ...(snapshot && { snapshot }), entries: [...entries] }),
          append: (entry: Uint8Array) => {
            if (!dies || cut === 'after') entries.push(entry);
            return dies ? Promise.reject(killed) : Promise.resolve();
          },
        }) as unknown as WalletFile;
      const sign = async (dies: boolean) => {
        const ledger = await openLedger(disk(dies));
        const deps = {
          ledger,
          random: { bytes: seededRandom('unsent') },
          indexOf: (key: Uint8Array) => jon.wallet.sync.indexOf(asPublicKey(key)),
          keep: { now: 1, note: '' },
        };
        return signMultisig(deps, bytes);
      };
      await expect(sign(true)).rejects.toBe(killed);
      const kept = openPayments((await openLedger(disk(false))).state);
      if (cut === 'before') {
        expect(kept).toEqual([]);
        await sign(false);
      } else {
        expect(kept[0]![1].signers).toHaveLength(2);
        await expect(sign(false)).rejects.toMatchObject({ code: 'multisig_export_needed' });
      }
      const { state } = await openLedger(disk(false));
      const [, payment] = openPayments(state)[0]!;
      await mara.call('submit_multisig', { tx_data_hex: toHex(payment.set!) });
      expect(mara.node.relayed).toHaveLength(1);
    },
  );
  test('is refused when it is of another wallet, or signed by a signer of another group', async () => {
    const [mara, jon] = (await group(2, 2)) as [RpcWallet, RpcWallet];
    const [other] = (await group(2, 3)) as [RpcWallet];
    const { set: multisig_txset } = await keep(other);
    expect(await mara.refusal('x_keep_payment', { tx_data_hex: multisig_txset })).toMatchObject({
      fault: 'bad_multisig_set',
    });
    expect(await stored(mara)).toEqual([]);
    expect(await stored(jon)).toEqual([]);
  });
  test('is not stored, and binds nothing, unless the caller asks for it', async () => {
    const [mara] = (await group(2, 3)) as [RpcWallet];
    const unlocked = async () => (await mara.call('get_balance', { account_index: 1 })).unlocked_balance;
    const before = await unlocked();
    await mara.call('transfer', RENT);
    expect(await unlocked()).toBe(before);
    expect(await stored(mara)).toEqual([]);
  });
});
