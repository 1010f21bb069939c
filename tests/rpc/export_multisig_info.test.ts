import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { readSignerInfo } from '../../src/protocol/multisig/info.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { makeAll, openWallets } from '../support/rpc/kex-sessions.ts';
import { openSigners } from '../support/rpc/signers.ts';

describe('export_multisig_info', () => {
  it('makes new nonces each time, and stores them', async () => {
    const [rpc] = await openSigners(2, 3);
    const { account, tables, outputs } = rpc!.wallet.state;
    const seen = new Set<string>();
    for (let n = 0; n < 2; n++) {
      const { info } = await rpc!.call('export_multisig_info');
      const exported = readSignerInfo(account, fromHex(info), { outputs: outputs.length, shares: 2 });
      expect(exported.signer).toEqual(kernel.mulBase(account.multisig!.signerSecret));
      expect(exported.outputs).toHaveLength(outputs.length);
      for (const [outputIndex, { key }] of outputs.entries()) {
        const kept = tables.multisigOutputs.get(toHex(key))!.nonces;
        // Two nonces for each of the two groups of signers that we could be in.
        expect(kept).toHaveLength(4);
        expect(exported.outputs[outputIndex]!.nonces.map(({ L }) => L)).toEqual(
          kept.map((k) => kernel.mulBase(k)),
        );
        expect(exported.outputs[outputIndex]!.partialKeyImages).toHaveLength(2);
        for (const nonce of kept) {
          expect(seen.has(toHex(nonce))).toBe(false);
          seen.add(toHex(nonce));
        }
      }
    }
  });
  it('answers only after the nonces are on the disk', async () => {
    const [rpc] = await openSigners(2, 2);
    const { file, state } = rpc!.wallet;
    const append = file.append.bind(file);
    file.append = () => Promise.reject(new Error('the disk is gone'));
    expect(await rpc!.refusal('export_multisig_info')).toMatchObject({ code: -1 });
    expect(state.tables.multisigOutputs.size).toBe(0);
    file.append = append;
  });
  it('refuses a wallet that is not multisig, an unfinished one, and no wallet', async () => {
    expect(await (await openFixture({ empty: true })).refusal('export_multisig_info')).toMatchObject({
      code: -31,
      message: 'This wallet is not multisig',
    });
    const sessions = await openWallets(2);
    await makeAll(sessions, 2);
    expect(await sessions[0]!.refusal('export_multisig_info')).toMatchObject({
      code: -31,
      message: 'This wallet is multisig, but not yet finalized',
    });
    expect(await openRpcSession().refusal('export_multisig_info')).toMatchObject({ code: -13 });
  });
});
