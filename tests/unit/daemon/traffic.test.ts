import { expect, test } from 'vitest';
import { createHttp } from '../../../src/daemon/http.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import { nodeWorld } from './world.ts';

test('the bytes of requests and answers are counted, whatever becomes of the answer', async () => {
  const traffic = { bytes: 0 };
  let breaks = false;
  const fetch = (): Promise<Response> =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          pull: (stream) => {
            stream.enqueue(new Uint8Array(500));
            if (breaks) stream.error(new TypeError('broken'));
            else stream.close();
          },
        }),
      ),
    );
  const http = createHttp(
    { ...nodeWorld(), fetch, traffic },
    readNodeAddress({ address: 'http://node.example' }),
  );
  const request = { path: '/x', body: new Uint8Array(7), maxBytes: 1000, seconds: 5, idempotent: false };
  await http.send(request);
  expect(traffic.bytes).toBe(507);
  breaks = true;
  await expect(http.send(request)).rejects.toThrow();
  expect(traffic.bytes).toBe(507 + 7);
  await expect(http.send({ ...request, maxBytes: 100 })).rejects.toThrow();
  expect(traffic.bytes).toBe(507 + 14);
});
