import { describe, expect, it } from 'vitest';
import { createClient, RpcError } from '../../../src/client/client.ts';
import { serve } from '../../../src/rpc/serve.ts';
import { createBatches } from '../../../src/transport/batches.ts';
import { createPagePort } from '../../../src/transport/page/client.ts';
import { openPageEndpoint, type PageGlobal } from '../../../src/transport/page/server.ts';
import { openFixture } from '../../support/rpc/fixture.ts';

const openEndpoint = async () => {
  const { session } = await openFixture();
  const page: PageGlobal = {};
  const served = serve(session);
  openPageEndpoint(
    page,
    {
      ...served,
      batches: (options, answered) => createBatches((text) => served.text(text, options), answered),
    },
    { restricted: true },
  );
  return { page, client: createClient(createPagePort(page)) };
};

describe('the in-page endpoint', () => {
  it('gives a host typed calls with exact numbers', async () => {
    const { client } = await openEndpoint();
    const { balance } = await client.call('get_balance', { accountIndex: 0 });
    expect(balance).toBeGreaterThan(0n);
    const huge = await client.call('make_uri', {
      address: (await client.call('get_address', {})).address,
      amount: 2n ** 63n + 1n,
    });
    expect(huge.uri).toContain('9223372.036854775809');
  });

  it("refuses with the RPC's error code", async () => {
    const { client } = await openEndpoint();
    await expect(client.call('get_address', { accountIndex: 99 })).rejects.toMatchObject({ code: -14 });
    await expect(client.call('get_address', { accountIndex: 99 })).rejects.toBeInstanceOf(RpcError);
  });

  // threat: foreign-share
  it('accepts batches of calls, with the rights that the host page allows', async () => {
    const { page } = await openEndpoint();
    const answers = await new Promise<string>((answered) => {
      const calls = ['get_version', 'query_key'].map((method, id) => [id, JSON.stringify({ id, method })]);
      page.ostroRpc!.batches(answered)(JSON.stringify(calls));
    });
    const [version, key] = (JSON.parse(answers) as [number, string][]).sort(([a], [b]) => a - b);
    expect(version![1]).toContain('"version"');
    expect(key![1]).toContain('-7');
  });

  it('is missing unless the host page asked for it', () => {
    expect(() => createPagePort({})).toThrow('no open endpoint');
  });
});
