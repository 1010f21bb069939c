/** Spending among signers, from the proposal to the node, without a chain: groups of several sizes, in every order. */
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../../src/base/hex.ts';
import { txHash } from '../../../../src/protocol/tx/hash.ts';
import { readTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { PAYEE, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { readMultisig } from '../../../../src/wallet/multisig/submit.ts';
import { change, remove, type Ledger } from '../../../../src/wallet/state/state.ts';
import { deferred } from '../../../support/deferred.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';
import { inTier } from '../../../support/tier.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];
const orders = <T>(items: readonly T[], n: number): T[][] =>
  n === 0
    ? [[]]
    : items.flatMap((first) =>
        orders(
          items.filter((each) => each !== first),
          n - 1,
        ).map((rest) => [first, ...rest]),
      );

/** The first proposes, the others sign one after the other, the last submits. */
const pass = async (
  signers: readonly RpcWallet[],
  set: string,
): Promise<{ set: string; txids: readonly string[] }> => {
  let txids: readonly string[] = [];
  for (const signer of signers) {
    const signed = await signer.call('sign_multisig', { tx_data_hex: set });
    set = signed.tx_data_hex!;
    txids = signed.tx_hash_list ?? [];
  }
  return { set, txids };
};

describe.each([
  [2, 2],
  [2, 3],
  [3, 3],
  [3, 5],
  [1, 2],
])('%i of %i signers', (threshold, total) => {
  test('can sign in any order', async () => {
    const sessions = await openSigners(threshold, total);
    const all = orders(sessions, threshold);
    const step = inTier({ short: Math.ceil(all.length / 2), long: Math.ceil(all.length / 6) });
    for (const order of all.filter((_, i) => i % step === 0)) {
      await tellInfo(sessions);
      const [proposer, ...others] = order;
      const proposed = await proposer!.call('transfer', { destinations: DESTINATIONS, get_tx_key: true });
      expect(proposed.tx_hash).toBe('');
      expect(proposed.tx_key).toHaveLength(64);
      const { set, txids } = await pass(others, proposed.multisig_txset);
      const last = order.at(-1)!;
      last.node.relayed.length = 0;
      const { tx_hash_list } = await last.call('submit_multisig', { tx_data_hex: set });
      expect(tx_hash_list).toHaveLength(1);
      if (threshold > 1) expect(tx_hash_list).toEqual(txids);
      const [blob] = last.node.relayed;
      expect(txHash(readTransaction(blob!))).toEqual(fromHex(tx_hash_list![0]!));
      expect((await last.call('get_tx_key', { txid: tx_hash_list![0]! })).tx_key).toBe(proposed.tx_key);
      const { pending } = await last.call('get_transfers', { pending: true });
      expect(pending!.at(-1)).toMatchObject({ amount: XMR, destinations: [{ address: PAYEE, amount: XMR }] });
      // Other signers spend the same money again, as if this payment had never been sent.
      for (const rpc of sessions) await forget(rpc);
    }
  });
});

test('a set that is read while a reorg removes outputs stores nothing about those that are gone', async () => {
  const [proposer, other, third] = (await openSigners(2, 3)) as [RpcWallet, RpcWallet, RpcWallet];
  await tellInfo([proposer, other]);
  const { multisig_txset } = await proposer.call('transfer', { destinations: DESTINATIONS });
  const { set } = await pass([other], multisig_txset);
  const { ledger, file, sync, state } = third.wallet;
  expect(state.outputs.some(({ keyImage }) => keyImage)).toBe(false);
  const disk = deferred<undefined>();
  const append = file.append.bind(file);
  file.append = async (entry) => {
    await disk.promise;
    return append(entry);
  };
  const removing = ledger.commit(
    change(
      [],
      [3, 2, 1, 0].map((at) => remove('outputs', String(at))),
    ),
  );
  const waiting = deferred<undefined>();
  const watched: Ledger = {
    ...ledger,
    commit: (given) => {
      waiting.resolve(undefined);
      return ledger.commit(given);
    },
  };
  const reading = readMultisig({ ledger: watched, indexOf: (key) => sync.indexOf(key) }, fromHex(set));
  await waiting.promise;
  disk.resolve(undefined);
  await Promise.all([removing, reading]);
  expect(state.outputs).toHaveLength(0);
  expect([...state.tables.outputs.keys()]).toEqual([]);
});

const forget = ({ wallet }: RpcWallet): Promise<void> =>
  wallet.ledger.commit(({ outputs, tables }) => ({
    puts: outputs.map(({ spent: _spent, ...output }, outputIndex) => ({
      table: 'outputs',
      key: String(outputIndex),
      value: output,
    })),
    deletes: [...tables.outgoing.keys()].map((key) => ({ table: 'outgoing', key })),
  }));
