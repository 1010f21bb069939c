import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { errorOf } from '../../../src/rpc/errors.ts';
import { noConnection, noSpending, noTransaction } from '../../../src/rpc/messages/proof-errors.ts';

describe('faults in RPC answers', () => {
  it('have code and message from the table, and their data', () => {
    expect(errorOf(new Fault('account_index', { index: 9, count: 2 }))).toEqual({
      code: -14,
      message: 'account index is out of bound',
      data: { fault: 'account_index', index: 9, count: 2 },
    });
  });
  it('give amounts in XMR with all decimals', () => {
    const { message } = errorOf(
      new Fault('tx_not_possible', { available: 1n, needed: 2_000_000_000_000n, fee: 30n }),
    );
    expect(message).toBe('tx not possible');
  });
  it("use a method's own table first", () => {
    const own = { bad_address: [-1, (_: unknown, { text }: { text: string }) => `no: ${text}`] } as const;
    expect(errorOf(new Fault('bad_address', { reason: 'length' }), own, { text: 'x' })).toMatchObject({
      code: -1,
      message: 'no: x',
      data: { fault: 'bad_address', reason: 'length' },
    });
  });
  it('may share one line for everything that is wrong with the node', () => {
    const own = { node: [-4, 'Failed to commit tx.'] } as const;
    for (const code of ['no_node', 'node_timeout', 'node_busy', 'node_restricted', 'node_lacks_method'])
      expect(errorOf(new Fault(code, { address: '' }), own)).toMatchObject({ code: -4 });
    expect(errorOf(new Fault('storage_full', {}), own)).toMatchObject({ code: -1 });
  });
  it('are those of the reference when a node fails a proof method', () => {
    const failed = new Fault('node_restricted', { address: 'https://node', call: 'get_transactions' });
    const answers = [noTransaction, noConnection, noSpending].map((own) => errorOf(failed, own));
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      [-1, 'Failed to get transaction from daemon'],
      [-1, 'Failed to connect to daemon: https://node'],
      [-1, 'no connection to daemon'],
    ]);
  });
  it("may have another code for the table's unknown errors", () => {
    expect(errorOf(new Fault('storage_full', {}), { '*': -4 })).toMatchObject({ code: -4 });
    expect(errorOf(new Fault('no_wallet', {}), { '*': -4 })).toMatchObject({ code: -13 });
  });
  it('do not show details of a bug', () => {
    const secret = new Error('key 148d78d2aba7dbca5cd8f6abcfb0b3c009ffbdbea1ff373d50ed94d78286640e');
    expect(errorOf(secret)).toEqual({ code: -1, message: 'internal error', data: { fault: 'internal' } });
    expect(errorOf(undefined)).toMatchObject({ message: 'internal error' });
  });
  it("are not looked up in JavaScript's prototypes", () => {
    expect(errorOf(new Fault('constructor', {}), {})).toEqual({
      code: -1,
      message: 'constructor',
      data: { fault: 'constructor' },
    });
  });
});
