/** A relay has one of three outcomes: the node has the transaction, it was not sent, or the wallet does not know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTxId } from '../../../src/base/brands.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import { recordedAnswer } from '../../unit/daemon/recorded.ts';
import { faultOf, nodeWorld } from '../../unit/daemon/world.ts';
import {
  breaksOff,
  hangsUp,
  isSilent,
  says,
  startHostileNode,
  type Behaviour,
  type HostileNode,
} from './hostile-node.ts';
import { until } from '../../support/until.ts';

const known = new TextDecoder().decode(recordedAnswer('/get_transactions').answer);
const txidHex = /"tx_hash": "(\w+)"/.exec(known)![1]!;
const txid = fromHex(txidHex);
const tx = new Uint8Array(100);
const missed = `{"status":"OK","missed_tx":["${txidHex}"]}`;
const refusal = (flags: object, reason = '') => says(JSON.stringify({ status: 'Failed', reason, ...flags }));
const unknown = { code: 'relay_unknown', data: { txid: txidHex } };

let node: HostileNode;
const daemon = createDaemon(nodeWorld({ pauses: 20 }));
/** For a node that never answers a question. */
const hasty = createDaemon(nodeWorld({ pauses: 20, limits: 20 }));
beforeAll(async () => {
  node = await startHostileNode();
  for (const each of [daemon, hasty]) each.use({ address: node.address });
});
afterAll(() => node[Symbol.asyncDispose]());

const relayWith = (send: Behaviour, lookup: Behaviour = says(missed)): Promise<void> => {
  node.behave(says('', 404), {
    '/get_info': says(recordedAnswer('/get_info').answer),
    '/send_raw_transaction': send,
    '/get_transactions': lookup,
  });
  return (send === isSilent || lookup === isSilent ? hasty : daemon).relay(tx, asTxId(txid));
};
const sends = () => node.asked.filter((path) => path === '/send_raw_transaction').length;

describe('a relay', () => {
  // threat: own-lookups
  it('succeeds when the node accepts it, without a request for its id', async () => {
    await relayWith(says('{"status":"OK","not_relayed":false}'));
    expect(node.asked).toEqual(['/get_info', '/send_raw_transaction']);
  });
  it.each([
    ['hangs up', hangsUp],
    ['never answers', isSilent],
    ['closes the connection in the middle', breaksOff],
    ['answers nonsense', says('nonsense')],
    ['answers an empty object', says('{}')],
    ['answers 500', says('', 500)],
    ['is behind a proxy that answers 504', says('', 504)],
  ])('has an unknown outcome when the node %s, and is not repeated', async (_, behaviour) => {
    expect(await faultOf(relayWith(behaviour))).toEqual(unknown);
    expect(sends()).toBe(1);
  });
  it('has an unknown outcome when its caller cancels, since the node may have the transaction', async () => {
    const caller = new AbortController();
    node.behave(isSilent, { '/get_info': says(recordedAnswer('/get_info').answer) });
    const relayed = faultOf(daemon.relay(tx, asTxId(txid), caller.signal));
    await until(() => sends() > 0);
    caller.abort();
    expect(await relayed).toEqual(unknown);
  });
  it('fails with reason and flags when the node refuses the transaction', async () => {
    expect(await faultOf(relayWith(refusal({ fee_too_low: true, too_big: false }, 'fee too low')))).toEqual({
      code: 'tx_rejected',
      data: { reason: 'fee too low', flags: ['fee_too_low'] },
    });
    expect(node.asked).not.toContain('/get_transactions');
  });
  it('succeeds when the double spend is the transaction itself', async () => {
    await relayWith(refusal({ double_spend: true }), says(known));
  });
  it('fails when another transaction is the double spend', async () => {
    expect(await faultOf(relayWith(refusal({ double_spend: true }, 'double spend')))).toEqual({
      code: 'tx_rejected',
      data: { reason: 'double spend', flags: ['double_spend'] },
    });
  });
  it('has an unknown outcome when the node refuses it and does not say whether it has the transaction', async () => {
    expect(await faultOf(relayWith(refusal({ double_spend: true }), says('nonsense')))).toEqual(unknown);
    expect(await faultOf(relayWith(refusal({ double_spend: true }), isSilent))).toEqual(unknown);
  });
  it('that the node does not pass on succeeds if the node already has the transaction, else its outcome is unknown', async () => {
    const kept = says('{"status":"OK","not_relayed":true,"reason":"Not relayed"}');
    await relayWith(kept, says(known));
    expect(await faultOf(relayWith(kept))).toEqual(unknown);
  });
  // threat: paid-twice
  it.each([
    ['is busy', says('{"status":"BUSY"}')],
    ['requires payment', says('{"status":"PAYMENT REQUIRED"}')],
    ['redirects', says('', 302)],
    ['answers 401', says('', 401)],
    ['answers 403', says('', 403)],
    ['answers 404', says('', 404)],
    ['answers 408', says('', 408)],
    ['answers 429', says('', 429)],
  ])('has an unknown outcome when the node %s after it received the bytes', async (_, behaviour) => {
    expect(await faultOf(relayWith(behaviour))).toEqual(unknown);
    expect(sends()).toBe(1);
  });
  it('does not start with an unreachable node, and fails with node_unreachable', async () => {
    node.behave(hangsUp);
    expect((await faultOf(daemon.relay(tx, asTxId(txid)))).code).toBe('node_unreachable');
    expect(sends()).toBe(0);
  });
});
