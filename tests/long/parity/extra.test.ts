/**
 * The extra of a transaction (public keys, payment id) for the mixes of addresses that it may pay: built by our engine
 * and by monero-wallet-rpc, it has the same fields of the same lengths. Differences would reveal the wallet program.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { additionalPublicKeys, extraPaymentId, parseExtra } from '../../../src/protocol/tx/extra.ts';
import { readTransaction } from '../../../src/protocol/tx/transaction.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import {
  FOREIGN_ADDRESS,
  openOwner,
  ourWallet,
  theirWallet,
  type TestWallet,
  mineAll,
} from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;

interface Side {
  readonly wallet: TestWallet;
  /** Addresses by the names that the mixes below use. */
  readonly own: { readonly main: string; readonly sub: string; readonly integrated: string };
}
let chain: Regtest;
let sides: readonly Side[];
let foreign: Readonly<Record<'main' | 'main2' | 'sub' | 'sub2' | 'integrated', string>>;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  const [x, y] = [ourWallet(chain), await theirWallet(chain)];
  await openOwner(x, FIRST_OWNER);
  await openOwner(y, SECOND_OWNER);
  sides = [await sideOf(x), await sideOf(y)];
  const payee = await theirWallet(chain);
  await payee.call('create_wallet', { filename: 'z', password: '', language: 'English' });
  const { own } = await sideOf(payee);
  const { address: sub2 } = await payee.call('create_address', { account_index: 0 });
  foreign = { main: own.main, main2: FOREIGN_ADDRESS, sub: own.sub, sub2, integrated: own.integrated };
  for (const { wallet } of sides) {
    const { address } = await wallet.call('create_account', { label: 'second' });
    await wallet.call('refresh');
    const destinations = [1, 2].map(() => ({ address, amount: 5n * XMR }));
    await wallet.call('transfer', { destinations });
  }
  await mineAll(chain, 12);
  for (const { wallet } of sides) await wallet.call('refresh');
});
afterAll(() => chain.dispose());

const sideOf = async (wallet: TestWallet): Promise<Side> => {
  const { address: main } = await wallet.call('get_address', { account_index: 0 });
  const { address: sub } = await wallet.call('create_address', { account_index: 0 });
  const { integrated_address: integrated } = await wallet.call('make_integrated_address', {
    payment_id: '0123456789abcdef',
  });
  return { wallet, own: { main, sub, integrated } };
};

/** What an observer can read in the extra. */
const shapeOf = (blob: string) => {
  const { prefix } = readTransaction(fromHex(blob));
  const extra = parseExtra(prefix.extra);
  return {
    outputs: prefix.outputs.length,
    length: prefix.extra.length,
    kinds: extra.fields.map(({ kind }) => kind),
    additional: additionalPublicKeys(extra).length,
    paymentId: extraPaymentId(extra)?.kind,
  };
};

type To = 'main' | 'main2' | 'sub' | 'sub2' | 'integrated' | 'ownMain' | 'ownSub' | 'ownIntegrated';
const addressOf = ({ own }: Side, to: To): string => {
  if (to === 'ownMain') return own.main;
  if (to === 'ownSub') return own.sub;
  return to === 'ownIntegrated' ? own.integrated : foreign[to];
};

const MIXES: readonly (readonly To[])[] = [
  ['main'],
  ['sub'],
  ['integrated'],
  ['ownMain'],
  ['ownSub'],
  ['ownIntegrated'],
  ['main', 'main2'],
  ['main', 'sub'],
  ['sub', 'sub2'],
  ['sub', 'sub'],
  ['integrated', 'ownMain'],
  ['ownMain', 'sub'],
  ['ownIntegrated', 'sub'],
  ['ownMain', 'ownMain', 'sub'],
  ['ownMain', 'main'],
  ['ownMain', 'main', 'sub'],
  ['ownMain', 'sub', 'sub2'],
  ['ownSub', 'main'],
  ['ownSub', 'sub'],
  ['ownSub', 'ownMain'],
];

describe('the extra of a payment with change', () => {
  for (const account_index of [0, 1])
    for (const mix of MIXES)
      // threat: transaction-shape
      test(`to ${mix.join(' and ')} from account ${account_index}`, async () => {
        const [ours, theirs] = await Promise.all(
          sides.map(async (side) => {
            const destinations = mix.map((to) => ({ address: addressOf(side, to), amount: XMR / 50n }));
            return side.wallet
              .call('transfer', { destinations, account_index, do_not_relay: true, get_tx_hex: true })
              .then(
                ({ tx_blob }) => shapeOf(tx_blob),
                (error: unknown) => ({ refused: error instanceof Error }),
              );
          }),
        );
        expect(ours).toEqual(theirs);
      });
});

describe('the extra of a payment without change', () => {
  for (const to of ['main', 'sub', 'integrated', 'ownMain', 'ownSub', 'ownIntegrated'] as const)
    for (const outputs of [1, 2, 3])
      test(`by a sweep to ${to} in ${outputs}`, async () => {
        const [ours, theirs] = await Promise.all(
          sides.map(async (side) => {
            const { tx_blob_list } = await side.wallet.call('sweep_all', {
              address: addressOf(side, to),
              account_index: 1,
              subaddr_indices_all: true,
              outputs,
              do_not_relay: true,
              get_tx_hex: true,
            });
            return tx_blob_list.map(shapeOf);
          }),
        );
        expect(ours).toEqual(theirs);
      });
});
