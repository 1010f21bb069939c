import { describe, expect, it, vi } from 'vitest';
import { createClient, RpcError } from '../../../src/client/client.ts';
import { serve } from '../../../src/rpc/serve.ts';
import { createPagePort } from '../../../src/transport/page/client.ts';
import { openPageDoor, type DoorFrame } from '../../../src/transport/page/server.ts';
import { openFixture } from '../../support/rpc/fixture.ts';

const openDoor = async () => {
  const { session } = await openFixture();
  const frame: DoorFrame = {};
  openPageDoor(frame, serve(session), {});
  return { frame, client: createClient(createPagePort(frame)) };
};

describe('the in-page door', () => {
  it('gives a host typed calls with exact numbers', async () => {
    const { client } = await openDoor();
    const { balance } = await client.call('get_balance', { account_index: 0 });
    expect(balance).toBeGreaterThan(0n);
    const huge = await client.call('make_uri', {
      address: (await client.call('get_address', {})).address,
      amount: 2n ** 63n + 1n,
    });
    expect(huge.uri).toContain('9223372.036854775809');
  });

  it('refuses with the wire code', async () => {
    const { client } = await openDoor();
    await expect(client.call('get_address', { account_index: 99 })).rejects.toMatchObject({ code: -14 });
    await expect(client.call('get_address', { account_index: 99 })).rejects.toBeInstanceOf(RpcError);
  });

  it('is not there unless the host asked for it', () => {
    expect(() => createPagePort({})).toThrow('no open door');
  });

  it('answers calls that come in batches, each as soon as it can, and no more than the host allows', async () => {
    const frame: DoorFrame = {};
    let finish: (answer: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => (finish = resolve));
    const inside = {
      text: (envelope: string, { restricted }: { readonly restricted: boolean }) =>
        envelope === 'slow'
          ? slow
          : envelope === 'broken'
            ? Promise.reject(new Error('gone'))
            : Promise.resolve(`${envelope} ${String(restricted)}`),
      on: () => () => undefined,
    };
    openPageDoor(frame, inside, { restricted: true });
    const batches: string[] = [];
    const take = frame.ostroRpc!.batches((answers) => batches.push(answers));
    take(
      JSON.stringify([
        [1, 'slow'],
        [2, 'a'],
        [3, 'b'],
        [4, 'broken'],
      ]),
    );
    await vi.waitFor(() => expect(batches).toHaveLength(1));
    expect(JSON.parse(batches[0]!)).toEqual([
      [2, 'a true'],
      [3, 'b true'],
      [4, ''],
    ]);
    finish('late');
    await vi.waitFor(() => expect(batches).toHaveLength(2));
    expect(JSON.parse(batches[1]!)).toEqual([[1, 'late']]);
  });
});
