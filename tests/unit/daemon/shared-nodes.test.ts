/** Questions of several wallets to one node: which of them one request answers. */
import { describe, expect, it } from 'vitest';
import { asTxId } from '../../../src/base/brands.ts';
import { toHex } from '../../../src/base/hex.ts';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import { createPoolTxs, createSharedNodes } from '../../../src/daemon/shared-nodes.ts';
import { createQuestions } from '../../../src/daemon/shared-questions.ts';
import type { TxLookup } from '../../../src/ports/block-source.ts';
import type { NodeSettings } from '../../../src/ports/node-control.ts';
import { deferred, type Deferred } from '../../support/deferred.ts';
import { settled } from '../../support/settled.ts';
import { faultOf, nodeWorld } from './world.ts';

const createClock = () => {
  let now = 1000;
  return { now: () => now, pass: (ms: number) => void (now += ms) };
};
/** A question whose requests the test answers. */
const open = () => {
  const clock = createClock();
  const questions = createQuestions(clock);
  const sent: (Deferred<string> & { readonly signal: AbortSignal })[] = [];
  const send = (signal: AbortSignal): Promise<string> => {
    const each = { ...deferred<string>(), signal };
    sent.push(each);
    return each.promise;
  };
  return { clock, sent, ask: (options = {}) => questions.ask('tip', send, options) };
};

describe('a question of several wallets', () => {
  it('is answered by a request that was sent after it', async () => {
    const { sent, ask } = open();
    const first = ask();
    await settled();
    const later = [ask(), ask()];
    await settled();
    expect(sent).toHaveLength(1);
    sent[0]!.resolve('old');
    expect(await first).toBe('old');
    await settled();
    expect(sent).toHaveLength(2);
    sent[1]!.resolve('new');
    expect(await Promise.all(later)).toEqual(['new', 'new']);
  });
  it('is answered by an older request if the caller says how old it may be', async () => {
    const { clock, sent, ask } = open();
    const first = ask({ maxAgeMs: 1000 });
    await settled();
    sent[0]!.resolve('one');
    await first;
    clock.pass(999);
    expect(await ask({ maxAgeMs: 1000 })).toBe('one');
    clock.pass(1);
    const next = ask({ maxAgeMs: 1000 });
    await settled();
    sent[1]!.resolve('two');
    expect(await next).toBe('two');
    expect(sent).toHaveLength(2);
  });
  it('is not answered by a request from a time before which the date was put back', async () => {
    const { clock, sent, ask } = open();
    const first = ask({ maxAgeMs: 1000 });
    await settled();
    sent[0]!.resolve('one');
    await first;
    clock.pass(-60_000);
    const next = ask({ maxAgeMs: 1000 });
    await settled();
    expect(sent).toHaveLength(2);
    sent[1]!.resolve('two');
    expect(await next).toBe('two');
  });
  it('gives the fault to those who waited for that request, and is asked again by the next', async () => {
    const { sent, ask } = open();
    const both = [ask({ maxAgeMs: 1000 }), ask({ maxAgeMs: 1000 })];
    await settled();
    sent[0]!.reject(new Error('no answer'));
    for (const each of both) await expect(each).rejects.toThrow('no answer');
    const again = ask({ maxAgeMs: 1000 });
    await settled();
    sent[1]!.resolve('here');
    expect(await again).toBe('here');
  });
  it('is given up only when nobody waits for it any more', async () => {
    const { sent, ask } = open();
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [one, two].map(({ signal }) => ask({ signal, maxAgeMs: 1000 }));
    await settled();
    one.abort();
    expect(await faultOf(waiting[0]!)).toMatchObject({ code: 'cancelled' });
    expect(sent[0]!.signal.aborted).toBe(false);
    two.abort();
    expect(await faultOf(waiting[1]!)).toMatchObject({ code: 'cancelled' });
    expect(sent[0]!.signal.aborted).toBe(true);
    // Whoever comes now does not get the request that was given up.
    const next = ask({ maxAgeMs: 1000 });
    sent[0]!.reject(new Error('aborted'));
    await settled();
    sent[1]!.resolve('new');
    expect(await next).toBe('new');
  });
});

describe('waiting transactions', () => {
  const txid = (n: number) => asTxId(new Uint8Array(32).fill(n));
  const lookup = (n: number, size = 10): TxLookup => ({
    txid: txid(n),
    blob: new Uint8Array(size),
    pruned: true,
    inPool: true,
    doubleSpendSeen: false,
  });
  const idsOf = (answers: readonly TxLookup[]) => answers.map((each) => toHex(each.txid).slice(0, 2));

  it('are fetched once, and those that the node did not show are asked again', async () => {
    const pool = createPoolTxs(createClock());
    const asked: string[][] = [];
    const fetch = (shown: readonly number[]) => (ids: readonly ReturnType<typeof txid>[]) => {
      asked.push(ids.map((id) => toHex(id).slice(0, 2)));
      return Promise.resolve(shown.map((n) => lookup(n)));
    };
    const both = [pool.of([txid(1), txid(2)], fetch([1])), pool.of([txid(2), txid(1)], fetch([]))];
    expect((await Promise.all(both)).map(idsOf)).toEqual([['01'], ['01']]);
    expect(idsOf(await pool.of([txid(1), txid(2)], fetch([2])))).toEqual(['01', '02']);
    expect(asked).toEqual([['01', '02'], ['02']]);
  });
  it('are fetched again for a caller that wants them as they are now', async () => {
    const clock = createClock();
    const pool = createPoolTxs(clock);
    const read = async (doubleSpendSeen: boolean, maxAgeMs?: number) =>
      (await pool.of([txid(1)], () => Promise.resolve([{ ...lookup(1), doubleSpendSeen }]), maxAgeMs)).map(
        (each) => each.doubleSpendSeen,
      );
    expect(await read(false)).toEqual([false]);
    clock.pass(20);
    expect(await read(true)).toEqual([false]);
    expect(await read(true, 20)).toEqual([false]);
    expect(await read(true, 19)).toEqual([true]);
    expect(await read(false)).toEqual([true]);
  });
  it('are forgotten, the oldest first, when they are more bytes than the limit', async () => {
    const pool = createPoolTxs(createClock(), 25);
    const asked: number[] = [];
    const read = (n: number) =>
      pool.of([txid(n)], () => {
        asked.push(n);
        return Promise.resolve([lookup(n)]);
      });
    for (const n of [1, 2, 3, 3, 1]) await read(n);
    expect(asked).toEqual([1, 2, 3, 1]);
  });
});

describe('a connection to a node', () => {
  const address = 'http://127.0.0.1:18081';
  const sharedOf = (...settings: readonly NodeSettings[]) => {
    const world = { ...nodeWorld(), shared: createSharedNodes(createClock()) };
    const fetchBy = () => () => Promise.reject(new TypeError('not asked'));
    return settings.map((each) => {
      const daemon = createDaemon({ ...world, fetchBy });
      daemon.use(each);
      return daemon.shared;
    });
  };
  it('is shared by wallets that use the node in the same way', () => {
    const [one, two] = sharedOf({ address }, { address: `${address}/`, trusted: false });
    expect(one).toBeDefined();
    expect(two).toBe(one);
  });
  // threat: other-wallets
  it.each<[string, NodeSettings]>([
    ['another address', { address: 'http://127.0.0.1:28081' }],
    ['a login', { address, username: 'shop', password: 'secret' }],
    ['trust', { address, trusted: true }],
    ['a proxy', { address, proxy: '127.0.0.1:9050' }],
  ])('is not shared by a wallet with %s', (_what, settings) => {
    const [one, two] = sharedOf({ address }, settings);
    expect(two).toBeDefined();
    expect(two).not.toBe(one);
  });
  it("is a wallet's own where nothing is shared", () => {
    const daemon = createDaemon(nodeWorld());
    daemon.use({ address });
    expect(daemon.shared).toBeUndefined();
  });
});
