/** Ledgers on real wallet files in memory, for tests of the engine without a node. */
import { createMemoryWalletFiles } from '../../../src/store/memory.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { reducePool } from '../../../src/wallet/ledger/reduce-pool.ts';
import { reduceRange, type Reduced } from '../../../src/wallet/ledger/reduce-range.ts';
import { writeChange } from '../../../src/wallet/state/codec.ts';
import { change, openLedger, put, type Ledger } from '../../../src/wallet/state/state.ts';
import type { AccountRecord } from '../../../src/wallet/state/records/account.ts';
import { scannedPoolTx, txidOf, type TestChain, type TestTx } from './test-chain.ts';
import { toHex } from '../../../src/base/hex.ts';

export const KEYS = accountFromSeed(new Uint8Array(32).fill(7));
/** A cheap key derivation: these tests do not check its cost. */
const QUICK = { memoryKib: 64, passes: 1, lanes: 1 };

export function testAccount(more: Partial<AccountRecord> = {}): AccountRecord {
  return {
    network: 'mainnet',
    ...KEYS,
    seedLanguage: 'English',
    restoreHeight: 0,
    createdAt: 0,
    lookahead: { major: 3, minor: 5 },
    ...more,
  };
}

/** The content of a file whose records a test writes itself. */
export const NO_RECORDS = writeChange(change([]));

export function testFile(): Promise<WalletFile> {
  return createMemoryWalletFiles({ kdf: QUICK }).create('test', 'pw', NO_RECORDS);
}

/** A new wallet; `more` changes its account. */
export async function testLedger(
  more: Partial<AccountRecord> = {},
  file?: WalletFile,
): Promise<Ledger & { readonly file: WalletFile }> {
  const own = file ?? (await testFile());
  const ledger = await openLedger(own);
  await ledger.commit(
    change([put('account', '', testAccount(more)), put('labels', '0', ['Primary account'])]),
  );
  return { ...ledger, file: own };
}

/** Applies the new blocks of the chain as one range, from the last common block on. */
export async function readChain(ledger: Ledger, chain: TestChain, maxReorg = 100): Promise<Reduced> {
  const { state } = ledger;
  let common = Math.min(state.height, chain.height) - 1;
  const known = (height: number): string =>
    toHex(
      state.chain.hashes.subarray((height - state.chain.base) * 32, (height + 1 - state.chain.base) * 32),
    );
  while (common > state.chain.base && known(common) !== toHex(chain.blocks[common]!.hash)) common -= 1;
  const reduced = reduceRange(state, chain.range(Math.max(0, common)), maxReorg);
  await ledger.commit(reduced.change);
  return reduced;
}

/** Applies a pool with these transactions. */
export function readPool(ledger: Ledger, present: readonly TestTx[], fresh = present): Promise<void> {
  return ledger.commit((state) =>
    reducePool(
      state,
      new Set(present.map(({ id }) => toHex(txidOf(id)))),
      fresh.map((tx) => ({
        ...scannedPoolTx(tx),
        txid: txidOf(tx.id),
        receivedTime: 1_700_000_000,
        doubleSpendSeen: false,
      })),
    ),
  );
}
