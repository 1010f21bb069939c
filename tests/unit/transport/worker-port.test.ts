import * as Comlink from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatches } from '../../../src/transport/batches.ts';
import { createComlinkPort } from '../../../src/transport/comlink/client.ts';
import type { Exposed } from '../../../src/transport/comlink/server.ts';
import type { PortEvent, RpcRequest, RpcResponse } from '../../../src/transport/port.ts';
import { deferred } from '../../support/deferred.ts';
import { createLimits, createPortWorkers } from '../../support/port-worker.ts';

/** Workers that answer over a real message channel, and a record of each. */
const workers = (silent: (worker: number) => boolean = () => false) => {
  const all: {
    ended: boolean;
    kept: unknown;
    open: boolean;
    tell: (event: PortEvent) => void;
    answer: (request: RpcRequest) => Promise<RpcResponse>;
    text: (envelope: string, restricted: boolean | undefined) => Promise<string>;
  }[] = [];
  const workers = createPortWorkers();
  const spawned: Worker[] = [];
  const spawn = (): Worker => {
    const name = all.length;
    const each: (typeof all)[number] = {
      ended: false,
      kept: undefined,
      open: false,
      tell: () => undefined,
      answer: ({ id }) => Promise.resolve({ jsonrpc: '2.0', id, result: name }),
      text: () => Promise.resolve(String(name)),
    };
    all.push(each);
    const exposed: Exposed = {
      begin: ({ kept }) => void (each.kept = kept),
      listen: (listener) => void (each.tell = listener),
      request: (request) => each.answer(request),
      text: (envelope, { restricted }) => each.text(envelope, restricted),
      batches: ({ restricted }, answered) =>
        Comlink.proxy(createBatches((envelope) => each.text(envelope, restricted), answered)),
      stateForNext: () => Promise.resolve(each.open ? undefined : { from: name }),
    };
    const worker = workers.spawn((end) => Comlink.expose(exposed, end), {
      silent: silent(name),
      terminated: () => (each.ended = true),
    });
    spawned.push(worker);
    return worker;
  };
  const fail = (at: number) =>
    spawned[at]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  return { all, spawn, fail, close: workers.close };
};
const ask = (id: number): RpcRequest => ({ jsonrpc: '2.0', id, method: 'any' });

describe('the port of the wallet worker', () => {
  let close = (): void => undefined;
  afterEach(() => close());
  const open = (endsAfter?: string) => {
    const made = workers();
    ({ close } = made);
    const port = createComlinkPort(made.spawn, {}, endsAfter === undefined ? {} : { endsAfter });
    /** Sends an event of the first worker; resolves when it has arrived at the port. */
    const tell = (type: string): Promise<void> =>
      new Promise((resolve) => {
        const stop = port.on((event) => {
          if (event.type !== type) return;
          stop();
          resolve();
        });
        made.all[0]!.tell({ type, data: {} });
      });
    return { port, tell, ...made };
  };

  // threat: swapped-app
  it('asks no worker before the version was checked, and never after it was refused', async () => {
    const made = workers();
    ({ close } = made);
    const check = deferred<boolean>();
    const port = createComlinkPort(made.spawn, {}, { asksAfter: check.promise });
    const heard = vi.fn();
    const answer = vi.spyOn(made.all[0]!, 'answer');
    const text = vi.spyOn(made.all[0]!, 'text');
    const asked = [port.request(ask(1)), port.text('{}')].map((each) => each.catch(heard));
    await new Promise((resolve) => setTimeout(resolve, 20));
    check.reject(new Error('refused'));
    await Promise.all(asked);
    expect(heard).toHaveBeenCalledTimes(2);
    await expect(port.request(ask(2))).rejects.toThrow('refused');
    expect([...answer.mock.calls, ...text.mock.calls]).toEqual([]);
    const allowed = createComlinkPort(made.spawn, {}, { asksAfter: Promise.resolve(true) });
    expect(await allowed.request(ask(3))).toMatchObject({ result: 1 });
  });
  // threat: keys-after-lock
  it('ends the worker after the lock event and starts another, which gets the stored settings', async () => {
    const { port, all } = open('closed');
    const heard: string[] = [];
    port.on(({ type }) => heard.push(type));
    expect(await port.request(ask(1))).toMatchObject({ result: 0 });
    all[0]!.tell({ type: 'closed', data: {} });
    await expect.poll(() => all[0]!.ended).toBe(true);
    expect(await port.request(ask(2))).toMatchObject({ result: 1 });
    expect(await port.text('{}')).toBe('1');
    expect(all[1]).toMatchObject({ ended: false, kept: { from: 0 } });
    all[1]!.tell({ type: 'status', data: {} });
    await expect.poll(() => heard).toEqual(['closed', 'status']);
  });
  it('starts the first worker after what it waits for, and keeps requests until then', async () => {
    const made = workers();
    ({ close } = made);
    let start = (): void => undefined;
    const startsAfter = new Promise<void>((resolve) => (start = resolve));
    const port = createComlinkPort(made.spawn, {}, { startsAfter });
    const answer = port.request(ask(1));
    await Promise.resolve();
    expect(made.all).toHaveLength(0);
    start();
    expect(await answer).toMatchObject({ result: 0 });
  });
  it('replaces a worker that does not start after a lock, and gives its requests and the stored settings to the next', async () => {
    const made = workers((worker) => worker === 1);
    ({ close } = made);
    const limits = createLimits();
    const port = createComlinkPort(made.spawn, {}, { endsAfter: 'closed', after: limits.after });
    expect(await port.request(ask(1))).toMatchObject({ result: 0 });
    made.all[0]!.tell({ type: 'closed', data: {} });
    await expect.poll(() => made.all.length).toBe(2);
    const answer = port.request(ask(2));
    await limits.pass();
    expect(await answer).toMatchObject({ result: 2 });
    expect(made.all.map(({ ended, kept }) => [ended, kept])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, { from: 0 }],
    ]);
  });
  it('rejects requests when no worker starts, and starts another one at the next request', async () => {
    const made = workers((worker) => worker < 4);
    ({ close } = made);
    const limits = createLimits();
    const port = createComlinkPort(made.spawn, {}, { after: limits.after });
    const answers: string[] = [];
    const refused = port.request(ask(1)).catch((error: unknown) => error);
    port.batches({ restricted: true }, (text) => answers.push(text))('[[7,"any"]]');
    await limits.pass();
    expect(await refused).toMatchObject({ code: 'worker_failed', data: { reason: 'silent' } });
    await expect.poll(() => answers).toEqual(['[[7,""]]']);
    expect(await port.request(ask(2))).toMatchObject({ result: 4 });
  });
  it('ends a worker that has not started yet when asked', async () => {
    const made = workers(() => true);
    ({ close } = made);
    const limits = createLimits();
    const port = createComlinkPort(made.spawn, {}, { after: limits.after });
    await port.end();
    expect(made.all.map(({ ended }) => ended)).toEqual([true]);
    await expect(port.request(ask(1))).rejects.toThrow('has ended');
    expect(limits.waiting).toBe(0);
  });
  it('ends the worker for good when asked, and rejects running and later calls', async () => {
    const { port, all } = open('closed');
    expect(await port.request(ask(1))).toMatchObject({ result: 0 });
    all[0]!.answer = () => new Promise(() => undefined);
    const running = port.request(ask(1)).catch((error: unknown) => error);
    await port.end();
    expect(await running).toMatchObject({ message: 'The wallet worker has ended' });
    expect(all[0]!.ended).toBe(true);
    await expect(port.request(ask(2))).rejects.toThrow('has ended');
    expect(all).toHaveLength(1);
  });
  it('rejects the running calls of a worker that fails, ends it, tells the listeners, and asks another one', async () => {
    const made = workers();
    ({ close } = made);
    const whenFailed = { type: 'closed', data: { reason: 'stopped' } };
    const port = createComlinkPort(made.spawn, {}, { endsAfter: 'closed', whenFailed });
    const heard: PortEvent[] = [];
    const batches: string[] = [];
    port.on((event) => heard.push(event));
    await port.request(ask(1));
    const asked = deferred<undefined>();
    made.all[0]!.answer = made.all[0]!.text = () => {
      asked.resolve(undefined);
      return deferred<never>().promise;
    };
    const lost = port.request(ask(2)).catch((error: unknown) => error);
    port.batches({ restricted: true }, (text) => batches.push(text))('[[7,"any"]]');
    await asked.promise;
    made.fail(0);
    expect(await lost).toMatchObject({ code: 'worker_failed', data: { reason: 'ended' } });
    await expect.poll(() => batches).toEqual(['[[7,""]]']);
    expect(heard).toEqual([whenFailed]);
    expect(made.all[0]!.ended).toBe(true);
    expect(await port.request(ask(3))).toMatchObject({ result: 1 });
  });
  it('lets the old worker answer all requests, then replaces it', async () => {
    const { port, tell, all } = open('closed');
    await port.request(ask(1));
    let answer: ((response: RpcResponse) => void) | undefined;
    all[0]!.answer = () => new Promise((resolve) => (answer = resolve));
    const waiting = port.request(ask(2));
    await expect.poll(() => answer).toBeDefined();
    await tell('closed');
    // The new worker would answer this, if the old one had been replaced.
    expect(await port.text('{}')).toBe('0');
    expect(all[0]!.ended).toBe(false);
    answer!({ jsonrpc: '2.0', id: 2, result: 'late' });
    expect(await waiting).toMatchObject({ result: 'late' });
    expect(await port.request(ask(3))).toMatchObject({ result: 1 });
    expect(all[0]!.ended).toBe(true);
  });
  it('lets the old worker answer the calls of a batch, and sends the next batch to the new one', async () => {
    const { port, tell, all } = open('closed');
    let finish: (answer: string) => void = () => undefined;
    all[0]!.text = (envelope, restricted) =>
      envelope === 'slow'
        ? new Promise((resolve) => (finish = resolve))
        : Promise.resolve(`${envelope} ${String(restricted)}`);
    const answers: unknown[] = [];
    const take = port.batches({ restricted: true }, (text) => answers.push(...(JSON.parse(text) as [])));
    take('[[1,"slow"],[2,"quick"]]');
    await expect.poll(() => answers).toEqual([[2, 'quick true']]);
    await tell('closed');
    // The new worker would answer this, if the old one had been replaced.
    expect(await port.text('fence')).toBe('fence false');
    expect(all[0]!.ended).toBe(false);
    finish('late');
    await expect.poll(() => all[0]!.ended).toBe(true);
    expect(answers).toContainEqual([1, 'late']);
    take('[[3,"next"]]');
    await expect.poll(() => answers).toContainEqual([3, '1']);
  });
  it('keeps a worker that has opened another wallet meanwhile', async () => {
    const { port, tell, all } = open('closed');
    await port.request(ask(1));
    all[0]!.open = true;
    await tell('closed');
    expect(await port.request(ask(2))).toMatchObject({ result: 0 });
    expect(all[0]!.ended).toBe(false);
  });
  it('keeps the worker of a host page that stores wallets in its own folder', async () => {
    const { port, tell, all } = open();
    await port.request(ask(1));
    await tell('closed');
    expect(await port.request(ask(2))).toMatchObject({ result: 0 });
    expect(all).toHaveLength(1);
  });
});
