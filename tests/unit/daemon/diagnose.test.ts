import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/daemon/diagnose.ts';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import type { AskingPage } from '../../../src/base/node-url.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { faultOf, nodeWorld } from './world.ts';

const secure: AskingPage = { secure: true, hostname: 'wallet.example' };
const plain: AskingPage = { secure: false, hostname: 'wallet.localhost' };

const verdict = async (address: string, page: AskingPage | undefined) => {
  const failure = await diagnose(page, readNodeAddress({ address }, page), new TypeError('Failed to fetch'));
  return { code: failure.code, hint: 'hint' in failure.data ? failure.data.hint : undefined };
};

describe('a failed request', () => {
  it('from a secure page to a plain HTTP node is mixed content', async () => {
    expect(await verdict('http://node.example', secure)).toEqual({ code: 'node_mixed_content' });
  });
  it('has causes that a browser hides', async () => {
    const hidden = { code: 'node_unreachable', hint: 'hidden_by_browser' };
    expect(await verdict('http://127.0.0.1:18081', secure)).toEqual(hidden);
    expect(await verdict('https://node.example', secure)).toEqual(hidden);
    expect(await verdict('http://node.example', plain)).toEqual(hidden);
  });
  it('is named by its cause where the platform reports it', async () => {
    const of = async (code: string) => {
      const cause = Object.assign(new Error(code), { code });
      const error = new TypeError('fetch failed', { cause });
      return (await diagnose(undefined, readNodeAddress({ address: 'https://n' }), error)).code;
    };
    expect(await of('ECONNREFUSED')).toBe('node_unreachable');
    expect(await of('ENOTFOUND')).toBe('node_unreachable');
    expect(await of('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('node_tls');
    expect(await of('CERT_HAS_EXPIRED')).toBe('node_tls');
    expect(await of('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe('node_tls');
    expect(await of('ERR_SSL_WRONG_VERSION_NUMBER')).toBe('node_tls');
  });
});

// threat: wrong-host
describe('a node that redirects every request', () => {
  const requests = { node: 0, target: 0 };
  const servers: Server[] = [];
  let address: string;
  const listen = (answer: Parameters<typeof createServer>[1]): Promise<string> =>
    new Promise((resolve) => {
      const server = createServer(answer);
      servers.push(server);
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`),
      );
    });
  beforeAll(async () => {
    const target = await listen((_, response) => {
      requests.target += 1;
      response.end('{}');
    });
    address = await listen(({ url }, response) => {
      requests.node += 1;
      response.writeHead(307, { location: target + url! }).end();
    });
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it('makes the wallet contact no other host, not even to diagnose the failure', async () => {
    const world = nodeWorld({ pauses: 20 });
    const daemon = createDaemon({
      ...world,
      page: plain,
      // A browser hides every answer without CORS headers from a page, unless the page asks not to see it.
      fetch: async (url, init) => {
        const response = await world.fetch(url, init);
        if (init.mode === 'no-cors') return response;
        throw new TypeError('Failed to fetch');
      },
    });
    daemon.use({ address });
    expect((await faultOf(daemon.tip())).code).toBe('node_unreachable');
    expect(requests.node).toBeGreaterThan(0);
    expect(requests.target).toBe(0);
  });
  it('is reported as such where the answer can be read', async () => {
    const daemon = createDaemon(nodeWorld({ pauses: 20 }));
    daemon.use({ address });
    expect((await faultOf(daemon.tip())).code).toBe('node_http');
    expect(requests.target).toBe(0);
  });
});
