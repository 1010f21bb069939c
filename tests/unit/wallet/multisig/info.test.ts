/** Multisig info that signers exchange: which blocks an import makes the wallet read again. */
import { expect, test } from 'vitest';
import { exportMultisigInfo, readInfos, reduceInfos } from '../../../../src/wallet/multisig/info.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { openSigners } from '../../../support/rpc/signers.ts';

test('reads again from the lowest output without a key image, in whatever order outputs were found', async () => {
  const infos: Uint8Array[] = [];
  const signers = await openSigners(2, 2);
  for (const { wallet, session } of signers) {
    const { ledger } = wallet;
    // As if the lowest output had been found last, by its transaction id.
    await ledger.commit(({ outputs }) =>
      change(
        [...outputs].reverse().map((output, outputIndex) => put('outputs', String(outputIndex), output)),
      ),
    );
    infos.push(await exportMultisigInfo({ random: session.world.random, ledger }));
  }
  for (const { wallet } of signers) {
    const { state } = wallet;
    expect(state.outputs.map(({ height }) => height)).toEqual([250, 200, 150, 100]);
    const { chain, deletes } = reduceInfos(state, readInfos(state, infos));
    expect(chain).toEqual({ keep: 100 });
    expect(deletes.filter(({ table }) => table === 'outputs')).toHaveLength(4);
  }
});
