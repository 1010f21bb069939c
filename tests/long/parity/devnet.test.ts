/** The devnet's control server: pages on this machine only, and JSON only. docs/privacy.md, 24. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet, type Devnet } from '../../../scripts/tools/app/devnet.ts';
import { callRpc, post } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';

describe('the buttons of the devnet', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ bin: await ensureMonero(), blocks: 0 });
  });
  afterAll(() => devnet.stop());

  /** Sends "mine one block" with these headers; a browser sets Host and Origin itself. */
  const mine = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(`${devnet.controlUrl}/mine`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.on('error', reject).end('{"blocks":1}');
    });
  const json = { 'content-type': 'application/json' };

  // threat: foreign-request
  it('refuse a page of another site', async () => {
    expect(await mine({ ...json, origin: 'https://evil.example' })).toBe(403);
    expect(await mine({ ...json, origin: 'null' })).toBe(403);
    expect(await mine({ ...json, origin: 'http://localhost.evil.example' })).toBe(403);
  });
  it("refuse another site's name that resolves to this machine", async () => {
    expect(await mine({ ...json, host: 'evil.example' })).toBe(403);
  });
  it('refuse the content types that a form of another site can send', async () => {
    expect(await mine({ 'content-type': 'text/plain' })).toBe(415);
  });
  it('answer a page on this machine', async () => {
    expect(await mine({ ...json, origin: 'http://localhost:4173' })).toBe(200);
  });
});

describe('a devnet of three nodes', () => {
  let devnet: Devnet;
  const ended: string[] = [];
  beforeAll(async () => {
    devnet = await startDevnet({ bin: await ensureMonero(), nodes: 3, blocks: 3 });
    devnet.onDeath((why) => ended.push(why));
  });
  afterAll(() => devnet.stop());

  interface Tip {
    readonly height: number;
    readonly top_block_hash: string;
  }
  const tipOf = async (url: string): Promise<string> => {
    const { height, top_block_hash } = (await callRpc(url, 'get_info')) as Tip;
    return `${height} ${top_block_hash}`;
  };
  const mine = async (blocks: number): Promise<number> =>
    (JSON.parse(await post(`${devnet.controlUrl}/mine`, JSON.stringify({ blocks }))) as { height: number })
      .height;
  /** Each of these nodes has the same newest block, of this height. */
  const agree = (urls: readonly string[], height: number): Promise<void> =>
    expect
      .poll(async () => new Set(await Promise.all(urls.map(tipOf))))
      .toSatisfy((tips: Set<string>) => tips.size === 1 && [...tips][0]!.startsWith(`${height} `));

  it('has one chain, which all nodes show', async () => {
    expect(devnet.nodeUrls).toHaveLength(3);
    expect(devnet.nodeUrls[0]).toBe(devnet.daemonUrl);
    await agree(devnet.nodeUrls, 4);
    expect(await mine(2)).toBe(6);
    await agree(devnet.nodeUrls, 6);
  });
  it('continues mining when its first node has ended', async () => {
    await post(`${devnet.daemonUrl}/stop_daemon`, '{}');
    await expect.poll(() => ended.join()).toContain('The other nodes go on.');
    expect(await mine(2)).toBe(8);
    await agree(devnet.nodeUrls.slice(1), 8);
  });
  it('ends all nodes when it is stopped', async () => {
    await devnet.stop();
    for (const url of devnet.nodeUrls) await expect(callRpc(url, 'get_info')).rejects.toThrow('ECONNREFUSED');
  });
});
