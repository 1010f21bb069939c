/** The devnet's control server: pages on this machine only, and JSON only. docs/privacy.md, 24. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet, type Devnet } from '../../scripts/tools/app/devnet.mjs';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';

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
