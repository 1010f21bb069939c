import { describe, expect, expectTypeOf, it } from 'vitest';
import { camel, snake, type Camel } from '../../../src/client/camel.ts';
import { createClient, type Result } from '../../../src/client/client.ts';

interface Wire {
  readonly unlocked_after: bigint;
  readonly problem?: { readonly fault_code: string };
  readonly tx_list?: readonly { readonly key_image: string; readonly tx_bytes: Uint8Array }[];
}
const BYTES = new Uint8Array([1, 2]);
const WIRE: Wire = { unlocked_after: 7n, tx_list: [{ key_image: 'a_b', tx_bytes: BYTES }] };

describe('names of the page and of the wire', () => {
  it('are changed at any depth, in lists, too, and no value is', () => {
    expect(camel(WIRE)).toEqual({ unlockedAfter: 7n, txList: [{ keyImage: 'a_b', txBytes: BYTES }] });
    expect(camel(WIRE).txList?.[0]?.txBytes).toBe(BYTES);
    expect(camel([null, undefined, 'a_b', 1n, false])).toEqual([null, undefined, 'a_b', 1n, false]);
  });
  it('stay as they are in the data of a fault', () => {
    const problem = { fault: 'newer_rules', data: { sending_ends: 7 } };
    expect(camel({ last_problem: problem })).toEqual({ lastProblem: problem });
  });
  it('are the same there and back', () => {
    expect(snake<Wire>(camel(WIRE))).toEqual(WIRE);
    expect(snake<object>({ txDataHex: '', accountIndex: 0 })).toEqual({ tx_data_hex: '', account_index: 0 });
  });
  it('have types at any depth', () => {
    expectTypeOf<Camel<Wire>>().toEqualTypeOf<{
      readonly unlockedAfter: bigint;
      readonly problem?: { readonly faultCode: string };
      readonly txList?: readonly { readonly keyImage: string; readonly txBytes: Uint8Array }[];
    }>();
    expectTypeOf<Result<'x_prepare_transfer'>['unlockedAfter']>().toEqualTypeOf<bigint>();
    expectTypeOf<NonNullable<Result<'x_coins'>['coins']>[number]['addressIndex']>().toEqualTypeOf<number>();
  });
  it('change in both directions of a call, and of an event, and not in a call on the wire', async () => {
    const asked: unknown[] = [];
    let emit: (event: { readonly type: string; readonly data: unknown }) => void = () => undefined;
    const client = createClient({
      request: ({ id, params }) => {
        asked.push(params);
        return Promise.resolve({ jsonrpc: '2.0', id, result: { next: { key_image: 'ab' } } });
      },
      on: (listener) => {
        emit = listener;
        return () => undefined;
      },
    });
    expect(await client.call('x_coins', { accountIndex: 1 })).toEqual({ next: { keyImage: 'ab' } });
    expect(await client.callWire('x_coins', { account_index: 1 })).toEqual({ next: { key_image: 'ab' } });
    expect(asked).toEqual([{ account_index: 1 }, { account_index: 1 }]);
    const heard: unknown[] = [];
    client.on('changed', (data) => heard.push(data));
    emit({ type: 'changed', data: { history_from: 7 } });
    expect(heard).toEqual([{ historyFrom: 7 }]);
  });
});
