/** A long snapshot is read and written in turns; what happens meanwhile changes neither. */
import { expect, test, vi } from 'vitest';
import { asKeyImage, asPublicKey, asTxId } from '../../../../src/base/brands.ts';
import type { WalletFile } from '../../../../src/ports/wallet-files.ts';
import { fault } from '../../../../src/wallet/faults.ts';
import { readChange } from '../../../../src/wallet/state/codec.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { change, openLedger, put } from '../../../../src/wallet/state/state.ts';
import { wipeSecrets } from '../../../../src/wallet/wipe.ts';
import { testAccount, testLedger } from '../test-ledger.ts';

const COUNT = 2000;
const keyOf = (i: number): Uint8Array =>
  new Uint8Array(32)
    .fill(1)
    .fill(i >> 8, 0, 1)
    .fill(i & 255, 1, 2);
const outputAt = (i: number): OwnedOutput => ({
  txid: asTxId(keyOf(i)),
  outputIndex: 0,
  globalIndex: i,
  key: asPublicKey(keyOf(i)),
  keyImage: asKeyImage(keyOf(i)),
  amount: BigInt(i),
  mask: new Uint8Array(32).fill(3),
  rct: true,
  coinbase: false,
  subaddress: { major: 0, minor: 0 },
  height: 5,
  timestamp: 9,
  unlockTime: 0n,
  txPublicKey: asPublicKey(keyOf(i)),
  pkIndex: 0,
  additionalKeys: [],
  frozen: false,
});
/** A stored wallet with many outputs. */
const storedFile = async () => {
  const ledger = await testLedger();
  await ledger.commit(
    change(Array.from({ length: COUNT }, (_, i) => put('outputs', String(i), outputAt(i)))),
  );
  await ledger.compact();
  return ledger.file;
};
interface Pausing {
  call: () => Promise<void>;
}
/** The stored wallet, open; `onPause` is called at each pause. */
const openWatched = async (onPause: Pausing) => {
  const stored = await storedFile();
  const compact = vi.fn<WalletFile['compact']>((...given) => stored.compact(...given));
  const ledger = await openLedger({ ...stored, compact }, undefined, () => onPause.call());
  return { ledger, stored, compact };
};
const OUTPUTS = Array.from({ length: COUNT }, (_, i) => outputAt(i));

test('a commit that comes meanwhile waits, and is in the file after it', async () => {
  let pauses = 0;
  const onPause: Pausing = { call: () => Promise.resolve(void (pauses += 1)) };
  const { ledger, stored, compact } = await openWatched(onPause);
  expect(pauses).toBeGreaterThan(3);
  expect(ledger.state.outputs).toEqual(OUTPUTS);

  let commit: Promise<void> | undefined;
  onPause.call = () => {
    commit ??= ledger.commit(change([put('outputs', '0', { ...outputAt(0), frozen: true })]));
    return Promise.resolve();
  };
  await ledger.compact();
  const written = readChange(compact.mock.calls[0]![0]).puts.filter(({ table }) => table === 'outputs');
  expect(written.map(({ value }) => value)).toEqual(OUTPUTS);
  await commit;
  expect((await openLedger(stored)).state.outputs[0]!.frozen).toBe(true);
});

// A snapshot with overwritten keys would be the end of the wallet.
test('a wallet that is closed meanwhile writes no snapshot', async () => {
  const onPause: Pausing = { call: () => Promise.resolve() };
  const { ledger, stored, compact } = await openWatched(onPause);
  onPause.call = () => {
    wipeSecrets(ledger.state);
    return Promise.reject(fault('no_wallet'));
  };
  await expect(ledger.compact()).rejects.toThrow('no_wallet');
  expect(compact).not.toHaveBeenCalled();
  expect([...(await openLedger(stored)).state.account.viewSecret]).toEqual([...testAccount().viewSecret]);
});
