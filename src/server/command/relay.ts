/**
 * Forwards the page's requests to nodes, which need not allow web pages then: over plain http, with TLS settings, or through
 * a proxy. It neither reads nor stores what it forwards, follows no redirect, and sends no header of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RELAY } from '../../base/by-command.ts';
import { messageOf } from '../errors.mjs';
import { createBudget, readBody } from '../http/bodies.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const MIB = 1024 * 1024;
/** The largest transaction sets, and what all requests may hold together. */
const LIMITS = { body: 64 * MIB, bodies: 128 * MIB };
const METHODS = new Set(['GET', 'POST']);
/** The headers that pass; all others stay on this machine. */
const FORWARDED = ['accept', 'authorization', 'content-type'];
const ANSWERED = ['content-type', 'www-authenticate'];

/** `nodes`: the only addresses that it reaches; none: any. */
export function createRelay(fetchNode: Fetch, nodes: readonly string[]) {
  const budget = createBudget(LIMITS.bodies);
  const targetOf = (text: string): URL | string => {
    try {
      const url = new URL(decodeURIComponent(text));
      if (!/^https?:$/.test(url.protocol)) return 'only http and https are forwarded';
      if (nodes.length > 0 && !nodes.some((node) => isBelow(url, node)))
        return `the command reaches only ${nodes.join(' and ')} (--node)`;
      return url;
    } catch {
      return 'this is no address';
    }
  };
  return {
    /** `path`: what follows the relay's own. */
    serve: async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
      const refuse = (code: string, message: string) =>
        res.writeHead(502, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code, message }));
      const target = targetOf(path);
      const method = String(req.headers[RELAY.method] ?? '');
      if (req.method !== 'POST' || !METHODS.has(method) || typeof target === 'string') {
        req.resume();
        refuse('ERR_RELAY_REFUSED', typeof target === 'string' ? target : 'not a request for the relay');
        return;
      }
      const read = await readBody(req, { max: LIMITS.body, budget, start: () => undefined });
      if ('status' in read) {
        refuse('ERR_RELAY_REFUSED', 'the request is too large');
        return;
      }
      const left = new AbortController();
      res.on('close', () => {
        if (!res.writableFinished) left.abort();
      });
      try {
        const answer = await fetchNode(target.href, {
          method,
          headers: headersFor(req),
          signal: left.signal,
          ...(read.bytes.length > 0 && { body: new Uint8Array(read.bytes) }),
        });
        res.writeHead(200, {
          ...namesFor(answer),
          [RELAY.status]: String(answer.status),
          'Content-Type': 'application/octet-stream',
          'Cache-Control': 'no-store',
        });
        if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), res);
        else res.end();
      } catch (error) {
        // A connection that breaks in the middle of an answer breaks here, too.
        if (res.headersSent) res.destroy();
        else refuse(...reasonOf(error));
      } finally {
        read.release();
      }
    },
  };
}

const isBelow = (url: URL, node: string): boolean => {
  const { origin, pathname } = new URL(node);
  const folder = pathname.replace(/\/+$/, '');
  return url.origin === origin && (url.pathname === folder || url.pathname.startsWith(`${folder}/`));
};

const headersFor = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = headers[RELAY.prefix + name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

const namesFor = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    ANSWERED.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[RELAY.prefix + name, value]];
    }),
  );

/** The code and the message below the errors of fetch. */
const reasonOf = (error: unknown): [code: string, message: string] => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return [typeof code === 'string' ? code : 'ERR_NO_ANSWER', messageOf(cause)];
};
