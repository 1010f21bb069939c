import { describe, expect, it } from 'vitest';
import { openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_call', () => {
  it('gives the answer of a node of the list as JSON text with exact numbers', async () => {
    const { call, node } = await openOwnNodeSession();
    node.callAnswer = { value: { difficulty: 2n ** 63n + 1n }, bytes: 31 };
    expect(await call('x_node_call', { address, call: 'get_info', params: '{"a": 1}' })).toEqual({
      answer: '{\n  "difficulty": 9223372036854775809\n}',
      bytes: 31,
    });
    expect(node.commands).toEqual([['get_info', { a: 1 }]]);
  });
  it('cuts an answer that is too long for the page', async () => {
    const { call, node } = await openOwnNodeSession();
    node.callAnswer = { value: { json: 'x'.repeat(3 << 20) }, bytes: 3 << 20 };
    const { answer, cut } = await call('x_node_call', { address, call: 'get_block' });
    expect([answer.length, cut]).toEqual([2 << 20, true]);
  });
  it('asks no node that is not in the list, and sends nothing with parameters that are no object', async () => {
    const { refusal, node } = await openOwnNodeSession();
    const other = 'http://192.0.2.1:18081';
    expect(await refusal('x_node_call', { address: other, call: 'get_info' })).toMatchObject({
      fault: 'bad_node_call',
    });
    for (const params of ['[1]', '7', '{', 'null'])
      expect(await refusal('x_node_call', { address, call: 'get_info', params })).toMatchObject({
        fault: 'bad_node_call',
      });
    expect(node.commands).toEqual([]);
  });
});
