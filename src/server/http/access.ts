/**
 * Decides whether a request may come from a web page, and whether that page may call. A browser sends requests for any
 * page of any site, also to addresses on this machine, and names that site in `Origin`. A site whose own name points to
 * this machine (DNS rebinding) sends no foreign `Origin`, but its name is in `Host`. Other programs send no `Origin`.
 */
import { isIP } from 'node:net';
import { isLoopback } from '../../base/node-url.ts';
import type { HttpAnswer as Refusal } from '../../transport/http-endpoint.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** A request that a page sends without a preflight (a "simple request") has another type or none. */
const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

/**
 * `ips` are the bound addresses, `origins` and `hosts` what the flags allow (`*`: all). The answer maps method and
 * headers of a request to a refusal, or undefined.
 */
export function createAccess({
  ips,
  origins,
  hosts,
  flag = '--rpc-access-control-origins',
}: {
  readonly ips: readonly string[];
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
  /** The flag of the origins, for the person who reads the refusal. */
  readonly flag?: string;
}): (method: string | undefined, headers: IncomingHttpHeaders) => Refusal | undefined {
  const names = new Set([...ips, ...hosts].map((each) => each.toLowerCase()));
  // No site on the Internet has a name without a dot; in a network of containers all names are such.
  const plainNames = !ips.every(isLoopback);
  const allowsHost = (name: string) =>
    isIP(name) > 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    (plainNames && /^[^.]+$/.test(name)) ||
    names.has('*') ||
    names.has(name);
  return (method, { host, origin, 'content-type': type, 'sec-fetch-site': site }) => {
    const name = host === undefined ? undefined : hostName(host);
    if (name !== undefined && !allowsHost(name))
      return refusal(403, `The host name '${name}' is not allowed: see --rpc-allowed-hosts`);
    // The browser's preflight before a page's request: the headers of the answer say what the page may do.
    if (method === 'OPTIONS') return undefined;
    if (origin === undefined)
      return site === 'cross-site' || site === 'same-site'
        ? refusal(403, 'Pages of other sites are not allowed')
        : undefined;
    if (!allowsOrigin(origins, origin))
      return refusal(403, `Pages of '${origin}' are not allowed: see ${flag}`);
    if (!JSON_TYPE.test(type ?? ''))
      return refusal(415, 'A page has to send its request as application/json');
    return undefined;
  };
}

export function allowsOrigin(origins: readonly string[], origin: string) {
  return origins.includes('*') || origins.includes(origin);
}

/** Without port, brackets and the dot at the end that DNS allows; lower case. */
const hostName = (host: string) =>
  host
    .trim()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

const refusal = (status: number, sentence: string): Refusal => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: `${sentence}\n`,
});
