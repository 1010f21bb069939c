import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { readSignerInfo, writeSignerInfo, type SignerInfo } from '../../src/protocol/multisig/info.ts';
import { openRpcSession, openFixture, type RpcWallet } from '../support/rpc/fixture.ts';
import { kept } from '../support/rpc/kept.ts';
import { openSigners } from '../support/rpc/signers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inTier } from '../support/tier.ts';

const toldBy = (sessions: readonly RpcWallet[]): Promise<string[]> =>
  Promise.all(sessions.map(async ({ call }) => (await call('export_multisig_info')).info));
const importing = (info: readonly string[]) => ({ info: [...info], refresh_after_import: false });

describe('import_multisig_info', () => {
  it('computes key images, and rescans the chain from the first output that had none', async () => {
    const sessions = await openSigners(2, 3);
    const infos = await toldBy(sessions);
    const images: string[][] = [];
    for (const rpc of sessions) {
      const { state } = rpc.wallet;
      expect((await rpc.call('get_balance')).multisig_import_needed).toBe(true);
      const keys = state.outputs.map(({ key }) => toHex(key));
      expect(await rpc.call('import_multisig_info', importing(infos))).toEqual({ n_outputs: 4 });
      // The oldest output had no key image, so the wallet scans from there again.
      expect(state.outputs).toHaveLength(0);
      expect(state.height).toBeLessThan(1000);
      images.push(keys.map((key) => toHex(state.tables.keyImages.get(key)!)));
      for (const key of keys) expect(state.tables.multisigOutputs.get(key)!.infos).toHaveLength(2);
      for (const key of keys) expect(state.tables.multisigOutputs.get(key)!.nonces).toHaveLength(4);
    }
    expect(images[1]).toEqual(images[0]);
    expect(images[2]).toEqual(images[0]);
  });
  it('returns the number of outputs that all infos cover', async () => {
    const sessions = await openSigners(2, 2);
    const [a, b] = sessions;
    const [, info] = await toldBy(sessions);
    const { account } = b!.wallet.state;
    const randomness = { random: seededRandom('shorter') };
    const exported = readSignerInfo(account, fromHex(info!), { outputs: 4, shares: 1 });
    const shorter = writeSignerInfo(randomness, account, {
      ...exported,
      outputs: exported.outputs.slice(0, 2),
    });
    expect(await a!.call('import_multisig_info', importing([toHex(shorter)]))).toEqual({ n_outputs: 2 });
    const none = writeSignerInfo(randomness, account, { ...exported, outputs: [] });
    expect(await a!.call('import_multisig_info', importing([toHex(none)]))).toEqual({ n_outputs: 0 });
  });
  it('corrects key images from an earlier wrong info', async () => {
    const sessions = await openSigners(2, 2);
    const [a, b] = sessions;
    const { account, tables, outputs } = a!.wallet.state;
    const keys = outputs.map(({ key }) => toHex(key));
    const exported = readSignerInfo(account, fromHex((await toldBy(sessions))[1]!), {
      outputs: 4,
      shares: 1,
    });
    const randomness = { random: seededRandom('wrong once') };
    const wrong = { ...exported, outputs: [...exported.outputs].reverse() };
    await a!.call('import_multisig_info', importing([toHex(writeSignerInfo(randomness, account, wrong))]));
    const before = keys.map((key) => toHex(tables.keyImages.get(key)!));
    // A scan would find the outputs again: this test inserts them.
    await a!.wallet.ledger.commit({
      puts: b!.wallet.state.outputs.map((output, outputIndex) => ({
        table: 'outputs',
        key: String(outputIndex),
        value: { ...output, keyImage: tables.keyImages.get(toHex(output.key))! },
      })),
      deletes: [],
    });
    await a!.call('import_multisig_info', importing([toHex(writeSignerInfo(randomness, account, exported))]));
    expect(a!.wallet.state.outputs).toHaveLength(0);
    const after = keys.map((key) => toHex(tables.keyImages.get(key)!));
    for (const [outputIndex, image] of after.entries()) expect(image).not.toBe(before[outputIndex]);
  });
  it('ignores our own info and repeated ones, and still needs enough signers', async () => {
    const sessions = await openSigners(3, 3);
    const [own, first] = await toldBy(sessions);
    const [rpc] = sessions;
    const before = kept(rpc!);
    expect(await rpc!.refusal('import_multisig_info', importing([own!]))).toMatchObject({ code: -33 });
    expect(await rpc!.refusal('import_multisig_info', importing([own!, first!, first!]))).toMatchObject({
      fault: 'too_few_signers',
    });
    expect(kept(rpc!)).toBe(before);
  });
  it('refuses forged infos of a hostile signer, and changes nothing', async () => {
    const sessions = await openSigners(2, 3);
    const infos = await toldBy(sessions);
    const [rpc] = sessions;
    const { account } = rpc!.wallet.state;
    const before = kept(rpc!);
    const exported = infos.map((info) => readSignerInfo(account, fromHex(info), { outputs: 4, shares: 2 }));
    const randomness = { random: seededRandom('hostile') };
    const forged: readonly (readonly [string, SignerInfo])[] = [
      ['not_a_signer', { signer: account.spendPublic, outputs: [] }],
      ['count', { ...exported[1]!, outputs: exported[1]!.outputs.map((each) => ({ ...each, nonces: [] })) }],
      [
        'count',
        { ...exported[1]!, outputs: exported[1]!.outputs.map((each) => ({ ...each, partialKeyImages: [] })) },
      ],
      // Partial key images of another output: the share that both signers have reveals it.
      ['parts', { ...exported[1]!, outputs: [...exported[1]!.outputs].reverse() }],
    ];
    for (const [reason, info] of forged) {
      const hex = toHex(writeSignerInfo(randomness, account, info));
      const refusal = await rpc!.refusal('import_multisig_info', importing([hex]));
      expect(refusal, reason).toMatchObject({ code: -1, fault: 'bad_multisig_info' });
    }
    // For a share that only the others have, the infos of both must agree.
    const lie = {
      ...exported[1]!,
      outputs: exported[1]!.outputs.map((each, outputIndex) => ({
        ...each,
        partialKeyImages: each.partialKeyImages.map((part) =>
          exported[0]!.outputs[outputIndex]!.partialKeyImages.some((ours) => toHex(ours) === toHex(part))
            ? part
            : exported[1]!.outputs[(outputIndex + 1) % 4]!.partialKeyImages[0]!,
        ),
      })),
    };
    const both = [toHex(writeSignerInfo(randomness, account, lie)), infos[2]!];
    expect(await rpc!.refusal('import_multisig_info', importing(both))).toMatchObject({
      fault: 'bad_multisig_info',
    });
    expect(kept(rpc!)).toBe(before);
  });
  it('refuses all damaged infos, and changes nothing', async () => {
    const sessions = await openSigners(2, 2);
    const [, info] = await toldBy(sessions);
    const [rpc] = sessions;
    const before = kept(rpc!);
    const random = seededRandom('damaged infos');
    for (let n = 0; n < inTier({ short: 150, long: 1000 }); n++) {
      const [a, b, c] = random(3);
      const at = (((a! << 16) | (b! << 8) | c!) >>> 0) % info!.length;
      const digit = '0123456789abcdef'[(c! + 1) % 16]!;
      const damaged =
        n % 4 === 0 ? info!.slice(0, at & ~1) : info!.slice(0, at) + digit + info!.slice(at + 1);
      if (damaged === info) continue;
      const { code } = await rpc!.refusal('import_multisig_info', importing([damaged]));
      expect([-1, -26]).toContain(code);
    }
    expect(kept(rpc!)).toBe(before);
  });
  it('refuses too few infos before it reads them', async () => {
    const [rpc] = await openSigners(3, 3);
    expect(await rpc!.refusal('import_multisig_info', importing(['no hex']))).toMatchObject({ code: -33 });
  });
  it('refuses malformed hex, a wallet that is not multisig, and no wallet', async () => {
    const [rpc] = await openSigners(2, 2);
    expect(await rpc!.refusal('import_multisig_info', importing(['no hex']))).toMatchObject({ code: -26 });
    expect(await rpc!.refusal('import_multisig_info', importing([]))).toMatchObject({
      code: -33,
      message: 'Needs multisig info from more participants',
    });
    const { refusal } = await openFixture({ empty: true });
    for (const info of [[], ['no hex']])
      expect(await refusal('import_multisig_info', importing(info))).toMatchObject({ code: -31 });
    expect(await openRpcSession().refusal('import_multisig_info', importing([]))).toMatchObject({
      code: -13,
    });
  });
});
