/**
 * Records every message between page and worker while payments are made, with the page's own state classes at one end,
 * and the real method table and wallet at the other. The test reads the secrets to search for outside that channel.
 *
 * The position in the ring reveals which output is spent, and so do its one-time key and its index on the chain: the test
 * searches for these two, because the position itself is too small a number to search for.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/base/hex.ts';
import { openEnvelope } from '../../../src/protocol/archive/envelope.ts';
import { payloadText, type AirgapPayload } from '../../../src/ui/airgap/payload.ts';
import { SignerState } from '../../../src/ui/features/cold/signer.svelte.ts';
import { WatcherState } from '../../../src/ui/features/cold/watcher.svelte.ts';
import { SignersState } from '../../../src/ui/features/multisig/multisig.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { openFixture, PAYEE, XMR, type RpcWallet } from '../../support/rpc/fixture.ts';
import { openHalves } from '../../support/rpc/halves.ts';
import { openRecordedPage, type RecordedPage } from '../../support/rpc/recorded-page.ts';
import { openSigners, tellInfo } from '../../support/rpc/signers.ts';
import { secretsIn, type Secret } from '../../support/secret-search.ts';
import { sentBy } from '../../support/sent-by.ts';

const recorded: RecordedPage[] = [];
const open = async (rpc: RpcWallet): Promise<RecordedPage> => {
  const page = await openRecordedPage(rpc);
  recorded.push(page);
  return page;
};
afterEach(() => {
  for (const each of recorded.splice(0)) each.close();
});

/** Spend and view key of a wallet; of one signer of several the shares of the spend key and the nonces. */
const keysOf = ({ wallet }: RpcWallet, who = 'wallet'): Secret[] => {
  const { account, tables } = wallet.state;
  const { viewSecret, spendSecret, multisig } = account;
  const nonces = [...tables.multisigOutputs.values()].flatMap((each) => each.nonces);
  return [
    { name: `view key of ${who}`, value: viewSecret.slice() },
    ...(spendSecret ? [{ name: `spend key of ${who}`, value: spendSecret.slice() }] : []),
    ...[...(multisig ? [multisig.signerSecret, ...multisig.keys] : [])].map((value) => ({
      name: `share of ${who}`,
      value: value.slice(),
    })),
    ...nonces.map((value) => ({ name: `nonce of ${who}`, value: value.slice() })),
  ];
};
const txKeysOf = ({ wallet }: RpcWallet): Secret[] =>
  [...wallet.state.tables.txKeys.values()]
    .flatMap(({ key, additional }) => [key, ...additional])
    .map((value) => ({ name: 'transaction key', value: value.slice() }));
/** The outputs that the wallet's pending payments spend. */
const spentOf = ({ wallet }: RpcWallet): Secret[] =>
  wallet.state.outputs
    .filter(({ spent }) => spent?.height === 0)
    .flatMap(({ key, globalIndex }) => [
      { name: 'one-time key of an input', value: key },
      { name: 'index of an input', value: globalIndex },
    ]);
const kinds = (secrets: readonly Secret[]): string[] => [...new Set(secrets.map(({ name }) => name))].sort();
const found = (where: unknown, secrets: readonly Secret[]): string[] =>
  [...new Set(secretsIn(where, secrets))].sort();

const prepare = async ({ page }: RecordedPage, amount?: string): Promise<SendState> => {
  const send = new SendState(page);
  await send.payee.set(PAYEE, true);
  if (amount === undefined) await send.sendAll();
  else {
    send.setAmount(amount);
    await send.preview();
  }
  await send.openReview();
  expect([send.error, send.review !== undefined]).toEqual([undefined, true]);
  return send;
};
const shown = ({ shown: payload }: { readonly shown: AirgapPayload | undefined }): AirgapPayload => {
  if (payload === undefined) throw new Error('nothing is shown');
  return payload;
};

// threat: injected-script
describe('messages between page and worker', () => {
  it('of a payment contain no key of the wallet, no transaction key and no input', async () => {
    const rpc = await openFixture();
    rpc.node.answer();
    const recording = await open(rpc);
    const send = await prepare(recording, '1');
    await send.review!.choose(3);
    expect(await send.review!.send()).toMatchObject({ unsure: false });
    expect(recording.methods()).toEqual(expect.arrayContaining(['x_prepare_transfer', 'x_send_prepared']));
    const { pending } = await rpc.call('get_transfers', { pending: true });
    const { tx_key } = await rpc.call('get_tx_key', { txid: pending![0]!.txid });
    const secrets = [
      ...keysOf(rpc),
      ...txKeysOf(rpc),
      ...spentOf(rpc),
      { name: 'answer of get_tx_key', value: fromHex(tx_key.slice(0, 64)) },
    ];
    expect(kinds(secrets)).toEqual([
      'answer of get_tx_key',
      'index of an input',
      'one-time key of an input',
      'spend key of wallet',
      'transaction key',
      'view key of wallet',
    ]);
    expect(found(recording.messages, secrets)).toEqual([]);
  });
  it('of a sweep contain no key and no input either', async () => {
    const rpc = await openFixture();
    rpc.node.answer();
    const recording = await open(rpc);
    const send = await prepare(recording);
    expect(await send.review!.send()).toMatchObject({ unsure: false });
    expect(recording.methods()).toContain('x_prepare_sweep');
    const secrets = [...keysOf(rpc), ...txKeysOf(rpc), ...spentOf(rpc)];
    expect(kinds(secrets)).toHaveLength(5);
    expect(found(recording.messages, secrets)).toEqual([]);
  });
  it('are found when they contain metadata', async () => {
    const rpc = await openFixture();
    rpc.node.answer();
    const { page, messages } = await open(rpc);
    const { txMetadata } = await page.client.call('transfer', {
      destinations: [{ address: PAYEE, amount: XMR }],
      getTxMetadata: true,
      doNotRelay: true,
    });
    await page.client.call('relay_tx', { hex: txMetadata });
    expect(found(messages, [...txKeysOf(rpc), ...spentOf(rpc)])).toEqual([
      'one-time key of an input',
      'transaction key',
    ]);
    const { tx_key } = await rpc.call('get_tx_key', {
      txid: (await rpc.call('get_transfers', { pending: true })).pending![0]!.txid,
    });
    const bytes = Buffer.from(tx_key, 'hex');
    for (const offset of [0, 1, 2]) {
      const base64 = Buffer.concat([Buffer.alloc(offset, 7), bytes]).toString('base64');
      expect(found({ base64 }, txKeysOf(rpc))).toEqual(['transaction key']);
    }
    expect(found([new Map([[1, bytes]])], txKeysOf(rpc))).toEqual(['transaction key']);
  });
});

// threat: injected-script
describe('messages between page and worker when other devices sign', () => {
  it('of a payment for a signing device contain no secrets; its set is sealed, and contains no key', async () => {
    const { hot, cold } = await openHalves();
    const [watching, signing] = [await open(hot), await open(cold)];
    const send = await prepare(watching, '1');
    const { unsent } = (await send.review!.send()) ?? {};
    const watcher = new WatcherState(watching.page);
    await watcher.openPayment(unsent!);
    const unsigned = shown(watcher);
    const signer = new SignerState(signing.page);
    await signer.receive(unsigned);
    expect(signer.step).toBe('review');
    await signer.sign();
    const signed = shown(signer);
    await watcher.receive(signed);
    expect(await sentBy(watcher)).toMatch(/^[0-9a-f]{64}$/);

    const secrets = [...keysOf(cold), ...txKeysOf(cold), ...spentOf(hot)];
    expect(kinds(secrets)).toHaveLength(5);
    expect(found([watching.messages, signing.messages], secrets)).toEqual([]);
    // An exception: the set, which only the view key opens, names the outputs that the signing device has to spend.
    const { viewSecret } = cold.wallet.state.account;
    const inside = openEnvelope('unsigned', viewSecret, fromHex(payloadText(unsigned)));
    expect(found(inside, secrets)).toEqual(['one-time key of an input']);
    // A signed set contains transaction keys, as in the reference, but no key of the wallet.
    expect(found(openEnvelope('signed', viewSecret, fromHex(payloadText(signed))), keysOf(cold))).toEqual([]);
  });
  it('of a payment of several signers contain no secrets; its set is sealed, and contains no wallet key', async () => {
    const [mara, jon] = (await openSigners(2, 2)) as [RpcWallet, RpcWallet];
    await tellInfo([mara, jon]);
    const before = [...keysOf(mara, 'a signer'), ...keysOf(jon, 'a signer')];
    const [hers, his] = [await open(mara), await open(jon)];
    const send = await prepare(hers, '1');
    const { unsent } = (await send.review!.send()) ?? {};
    const first = new SignersState(hers.page);
    await first.load(unsent);
    const proposed = shown(first);
    const second = new SignersState(his.page);
    await second.load();
    await second.receive(proposed);
    expect(second.step).toBe('review');
    await second.sign();
    const signed = shown(second);
    expect(await sentBy(second)).toMatch(/^[0-9a-f]{64}$/);

    const secrets = [...before, ...txKeysOf(jon), ...spentOf(jon)];
    expect(kinds(secrets)).toEqual([
      'index of an input',
      'nonce of a signer',
      'one-time key of an input',
      'share of a signer',
      'transaction key',
      'view key of a signer',
    ]);
    expect(found([hers.messages, his.messages], secrets)).toEqual([]);
    // An exception: the set, which only the common view key opens, gives the co-signers the inputs and the
    // transaction keys, from which they build the same transaction again, as in the reference's multisig_tx_set.
    const { viewSecret } = mara.wallet.state.account;
    for (const set of [proposed, signed])
      expect(found(openEnvelope('multisigUnsigned', viewSecret, fromHex(payloadText(set))), secrets)).toEqual(
        ['one-time key of an input', 'transaction key'],
      );
  });
});
