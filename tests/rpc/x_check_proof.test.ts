import { describe, expect, it } from 'vitest';
import recorded from '../vectors/proofs.json' with { type: 'json' };
import {
  keyImage,
  openFixture,
  openRpcSession,
  ownAddress,
  PAYEE,
  txid,
  XMR,
} from '../support/rpc/fixture.ts';
import { CONFIRMATIONS, moveToPool, openProofWallet, SENT } from '../support/rpc/proof-wallet.ts';

const MAIN = { network: 'mainnet', devnet: false };
/** What the node of these tests says of its chain. */
const CHAIN = { network: 'mainnet', devnet: true };
const [signed] = recorded.messages;

describe('x_check_proof', () => {
  it('returns what a payment proof of either side shows, also after the wallet was closed', async () => {
    const { call, sent } = await openProofWallet();
    const paid = { txid: sent.txid, address: PAYEE, message: 'foo' };
    const got = { txid: txid('two'), address: ownAddress(0, 1), message: '' };
    const { signature: out } = await call('get_tx_proof', paid);
    const { signature: into } = await call('get_tx_proof', got);
    for (const closed of [false, true]) {
      if (closed) await call('close_wallet');
      expect(await call('x_check_proof', { ...paid, proof: out })).toEqual({
        kind: 'sent',
        good: true,
        ...CHAIN,
        payment: { received: SENT, in_pool: false, confirmations: CONFIRMATIONS },
      });
      expect(await call('x_check_proof', { ...got, proof: into })).toEqual({
        kind: 'received',
        good: true,
        ...CHAIN,
        payment: { received: 2n * XMR, in_pool: false, confirmations: 800 },
      });
      for (const wrong of [{ message: '' }, { address: ownAddress(0, 0) }, { txid: txid('five') }])
        expect(await call('x_check_proof', { ...paid, proof: out, ...wrong })).toEqual({
          kind: 'sent',
          good: false,
          ...CHAIN,
        });
    }
  });
  it('returns what a payment key shows, and that a key of another transaction or address shows nothing', async () => {
    const { call, sent } = await openProofWallet();
    const { tx_key: proof } = await call('get_tx_key', { txid: sent.txid });
    const paid = { txid: sent.txid, address: PAYEE, message: '' };
    await call('close_wallet');
    expect(await call('x_check_proof', { ...paid, proof })).toEqual({
      kind: 'key',
      good: true,
      ...CHAIN,
      payment: { received: SENT, in_pool: false, confirmations: CONFIRMATIONS },
    });
    const nothing = { kind: 'key', good: false, ...CHAIN };
    expect(await call('x_check_proof', { ...paid, proof: 'ab'.repeat(32) })).toEqual(nothing);
    expect(await call('x_check_proof', { ...paid, proof, address: ownAddress(0, 0) })).toEqual(nothing);
    expect(await call('x_check_proof', { ...paid, proof, txid: txid('two') })).toEqual(nothing);
  });
  it('takes a message whose line ends a page has turned from CR and LF into LF, and no other change of it', async () => {
    const { call, sent } = await openProofWallet();
    const message = 'line 1\r\nline 2\r\n';
    const shown = message.replaceAll('\r', '');
    const { signature: proof } = await call('sign', { data: message });
    const address = ownAddress(0, 0);
    expect(await call('x_check_proof', { proof, address, message: shown })).toMatchObject({ good: true });
    expect(await call('x_check_proof', { proof, address, message: shown.trim() })).toMatchObject({
      good: false,
    });
    const paid = { txid: sent.txid, address: PAYEE };
    const { signature: paying } = await call('get_tx_proof', { ...paid, message });
    expect(await call('x_check_proof', { ...paid, proof: paying, message: shown })).toMatchObject({
      good: true,
    });
    const { signature: spending } = await call('get_spend_proof', { txid: sent.txid, message });
    const spent = { txid: sent.txid, proof: spending };
    expect(await call('x_check_proof', { ...spent, message: shown })).toMatchObject({ good: true });
    expect(await call('x_check_proof', { ...spent, message: 'line 1 line 2' })).toMatchObject({
      good: false,
    });
  });
  it('reports a payment that waits in the pool', async () => {
    const rpc = await openProofWallet();
    moveToPool(rpc);
    const paid = { txid: rpc.sent.txid, address: PAYEE };
    const { signature: proof } = await rpc.call('get_tx_proof', paid);
    await rpc.call('close_wallet');
    expect(await rpc.call('x_check_proof', { ...paid, proof })).toMatchObject({
      payment: { received: SENT, in_pool: true, confirmations: 0 },
    });
  });
  it('checks without a wallet who made a transaction, and what a wallet has', async () => {
    const { call, sent, node, wallet } = await openProofWallet();
    const made = { txid: sent.txid, message: 'foo' };
    const has = { address: ownAddress(0, 0), message: 'foo' };
    const { signature: spending } = await call('get_spend_proof', made);
    const { signature: reserve } = await call('get_reserve_proof', { all: true, message: 'foo' });
    node.spent.set(keyImage(wallet, 'seven'), 1);
    await call('close_wallet');
    const seen = { kind: 'spending', good: true, ...CHAIN };
    expect(await call('x_check_proof', { ...made, proof: spending })).toEqual(seen);
    expect(await call('x_check_proof', { ...made, message: '', proof: spending })).toEqual({
      ...seen,
      good: false,
    });
    expect(await call('x_check_proof', { ...has, proof: reserve })).toEqual({
      kind: 'reserve',
      good: true,
      ...CHAIN,
      reserve: { total: (159n * XMR) / 10n, spent: 7n * XMR },
    });
    expect(await call('x_check_proof', { ...has, message: '', proof: reserve })).toMatchObject({
      good: false,
    });
  });
  it('checks a signed text without a wallet and without a node, and tells which key signed', async () => {
    const { call } = openRpcSession();
    for (const { address, key, message, signature: proof } of recorded.messages) {
      const seen = { kind: 'message', good: true, ...MAIN, signed_with: key };
      expect(await call('x_check_proof', { address, message, proof })).toEqual(seen);
      expect(await call('x_check_proof', { address, message: `${message}.`, proof })).toEqual({
        kind: 'message',
        good: false,
        ...MAIN,
      });
    }
  });
  it('refuses what is no proof, a damaged proof, and a wrong id or address, before it asks a node', async () => {
    const { refusal } = openRpcSession();
    const right = { txid: txid('two'), address: PAYEE, message: '', proof: `OutProofV2${'1'.repeat(132)}` };
    for (const [wrong, fault] of [
      [{ proof: '' }, 'unsound_proof'],
      [{ proof: 'OutProofV3' }, 'unsound_proof'],
      [{ proof: ' SigV2' }, 'unsound_proof'],
      [{ txid: 'no' }, 'bad_txid'],
      [{ address: 'nonsense' }, 'bad_address'],
      [{ proof: 'ReserveProofV2' }, 'reserve_of_subaddress'],
      [{}, 'no_node'],
    ] as const)
      expect(await refusal('x_check_proof', { ...right, ...wrong })).toMatchObject({ fault });
  });
  it('refuses a damaged proof and an unknown transaction', async () => {
    const { call, refusal } = await openProofWallet();
    await call('close_wallet');
    const right = { txid: txid('two'), address: PAYEE, message: '', proof: `OutProofV2${'1'.repeat(132)}` };
    for (const [wrong, fault] of [
      [{ proof: `${right.proof}1` }, 'unsound_proof'],
      [{ txid: 'ab'.repeat(32) }, 'unknown_tx'],
    ] as const)
      expect(await refusal('x_check_proof', { ...right, ...wrong })).toMatchObject({ fault });
  });
  it('asks a node of another network than the address about no transaction', async () => {
    const { call, refusal, node } = await openProofWallet();
    await call('close_wallet');
    node.answer({ network: 'stagenet' });
    const right = { txid: txid('two'), address: PAYEE, proof: `OutProofV2${'1'.repeat(132)}` };
    expect(await refusal('x_check_proof', right)).toMatchObject({ fault: 'node_wrong_network' });
  });
  it('takes an address of another network than the open wallet for a signed text', async () => {
    const { call } = await openFixture({ network: 'stagenet' });
    const { address, message, signature: proof } = signed!;
    expect(await call('x_check_proof', { address, message, proof })).toMatchObject({ good: true, ...MAIN });
  });
});
