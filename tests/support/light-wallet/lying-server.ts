/** Stands before a light-wallet server, notes what is sent to it, and changes its answers as a test wants. */
import { createServer } from 'node:http';
import { listen } from '../../../src/server/http/listen.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import type { JsonObject } from '../regtest.ts';

export interface LyingServer {
  readonly url: string;
  /** Path and fields of each request. */
  readonly asked: (readonly [path: string, request: JsonObject])[];
  /** Changes the answers to the calls of these paths; a number is a status without an answer. */
  lies: Readonly<Record<string, (answer: JsonObject) => unknown>>;
  readonly stop: () => Promise<void>;
}

export async function startLyingServer(target: string): Promise<LyingServer> {
  const server = createServer((req, res) => {
    void (async () => {
      const path = req.url ?? '';
      let text = '';
      for await (const part of req) text += String(part);
      lying.asked.push([path, parseJson(text) as JsonObject]);
      const response = await fetch(target + path, {
        method: 'POST',
        headers: { 'Content-Type': req.headers['content-type'] ?? '' },
        body: text,
      });
      const answer = await response.text();
      const lie = response.ok ? lying.lies[path]?.(parseJson(answer) as JsonObject) : undefined;
      if (typeof lie === 'number') res.writeHead(lie).end('{}');
      else res.writeHead(response.status).end(lie === undefined ? answer : writeJson(lie));
    })().catch(() => res.writeHead(502).end());
  });
  const port = await listen(server, 0, '127.0.0.1');
  const lying: LyingServer = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    lies: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return lying;
}
