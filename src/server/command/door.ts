/**
 * Decides who may use the page and the relay. The address that the command opens has a token that works once; for it
 * the browser gets a cookie, which other sites cannot make it send, and scripts cannot read. A page of another site
 * is known by its `Origin` or by the browser's `Sec-Fetch-Site`, and a site whose name points to this machine (DNS
 * rebinding) by `Host`.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { COMMAND_PATH } from '../../base/by-command.ts';

/** `same-site` is a page of another port of this machine. */
const FROM_ELSEWHERE = new Set(['cross-site', 'same-site']);
/** Goes on to the page without the token, by itself, so that the browser sends the cookie wherever the link was. */
const ENTER = `<!doctype html><meta charset="utf-8"><title>Ostro</title><meta http-equiv="refresh" content="0; url=${COMMAND_PATH}">\n`;

interface Verdict {
  /** `entered`: the token was right, and the answer has to set this cookie. */
  readonly kind: 'in' | 'entered' | 'refused';
  readonly status: number;
  readonly text: string;
  readonly cookie?: string;
}

const BYTES = 32;
const HOW_IN =
  'Open the address that the command ostro printed when it started. It works once; Enter in the terminal of the command prints another.\n';

/** `port` is the bound one. */
export function createDoor(port: number): {
  /** Makes a token for an address to open. */
  readonly issue: () => string;
  readonly judge: (req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) => Verdict;
} {
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  // Cookies of this machine's servers differ by name and path only.
  const name = `ostro-${port}`;
  const unused = new Set<string>();
  const secret = randomBytes(BYTES).toString('base64url');
  return {
    issue: () => {
      const token = randomBytes(BYTES).toString('base64url');
      unused.add(token);
      return token;
    },
    judge: ({ method, url = '', headers }) => {
      if (headers.host !== host) return refusal(403, `This is not ${host}.\n`);
      if (headers.origin !== undefined && headers.origin !== origin)
        return refusal(403, 'Pages of other sites are not allowed.\n');
      if (method !== 'GET' && method !== 'HEAD' && headers.origin === undefined)
        return refusal(403, 'The request does not say which page sends it.\n');
      const query = /^[^?#]*\?token=([\w-]*)$/.exec(url)?.[1];
      if (query !== undefined && method === 'GET') {
        // Opened again in a browser that is in already.
        if (equal(cookieOf(headers.cookie, name), secret))
          return { kind: 'entered', status: 200, text: ENTER };
        const token = [...unused].find((each) => equal(query, each));
        if (token === undefined) return refusal(401, `This address was used before. ${HOW_IN}`);
        unused.delete(token);
        const cookie = `${name}=${secret}; Path=${COMMAND_PATH}; HttpOnly; SameSite=Strict`;
        return { kind: 'entered', status: 200, text: ENTER, cookie };
      }
      if (FROM_ELSEWHERE.has(String(headers['sec-fetch-site'])))
        return refusal(403, 'Pages of other sites are not allowed.\n');
      if (!equal(cookieOf(headers.cookie, name), secret)) return refusal(401, HOW_IN);
      return { kind: 'in', status: 200, text: '' };
    },
  };
}

const refusal = (status: number, text: string): Verdict => ({ kind: 'refused', status, text });

const cookieOf = (header: string | undefined, name: string): string =>
  (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

/** Takes the same time wherever they differ. */
const equal = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
};
