/** An exported wallet file with any number of transfers, for the benches of the page and of the extension. */
import { asKeyImage, asPublicKey, asTxId } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { firstRecords } from '../../src/wallet/account/new-wallet.ts';
import { writeChange } from '../../src/wallet/state/codec.ts';
import { put } from '../../src/wallet/state/state.ts';
import type { Put } from '../../src/wallet/state/tables.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { LARGE_SEED } from './large-wallet.ts';

export const LARGE_PASSWORD = 'a wallet of many transfers';
export const LARGE_HEIGHT = 3_000_000;

/** A payment and its output. Their keys are random: nothing is spent here. */
const transfer = (i: number, count: number, addresses: number, bytes: (n: number) => Uint8Array): Put[] => {
  const txid = asTxId(bytes(32));
  const subaddress = { major: 0, minor: i % addresses };
  const height = LARGE_HEIGHT - 100 - Math.floor((count - i) * 4);
  const timestamp = 1_780_000_000 - 120 * (LARGE_HEIGHT - height);
  const amount = 1_000_000_000n;
  const shared = { txid, subaddress, amount, height, timestamp, unlockTime: 0n, coinbase: false };
  return [
    put('outputs', String(i), {
      ...shared,
      ...{
        outputIndex: 0,
        globalIndex: 10 * i,
        key: asPublicKey(bytes(32)),
        keyImage: asKeyImage(bytes(32)),
      },
      ...{ mask: bytes(32), rct: true, txPublicKey: asPublicKey(bytes(32)), pkIndex: 0, additionalKeys: [] },
      frozen: false,
    }),
    put('payments', `${toHex(txid)}:0:${subaddress.minor}`, {
      ...shared,
      ...{ amounts: [amount], fee: 30_000_000n, paymentId: new Uint8Array(8), doubleSpendSeen: false },
    }),
  ];
};

/** An exported wallet file. */
export async function makeLargeFile(count: number, addresses: number): Promise<Uint8Array> {
  await useWasmKernel();
  const bytes = seededRandom('transfers of the page');
  const facts = { name: 'large', password: LARGE_PASSWORD, network: 'mainnet' as const, restoreHeight: 0 };
  const wanted = { ...facts, keys: accountFromSeed(LARGE_SEED), seedLanguage: 'English' };
  const puts = [
    ...firstRecords(wanted, 1_780_000_000_000),
    put(
      'labels',
      '0',
      Array.from({ length: addresses }, (_, i) => (i === 0 ? 'Primary account' : '')),
    ),
    ...Array.from({ length: count }, (_, i) => transfer(i, count, addresses, bytes)).flat(),
  ];
  const chain = { base: LARGE_HEIGHT - 100, append: bytes(3200), reward: 600_000_000_000n };
  const files = createMemoryWalletFiles();
  const file = await files.create('large', LARGE_PASSWORD, writeChange({ puts, deletes: [], chain }));
  await file.close();
  return files.exportFile('large');
}
