/**
 * Decides whether a request may come from a web page, and whether that page may call. A browser sends requests for any
 * page of any site, also to addresses on this machine, and names that site in `Origin`. A site whose own name points to
 * this machine (DNS rebinding) sends no foreign `Origin`, but its name is in `Host`. Other programs send no `Origin`.
 */
import { isIP } from 'node:net';

/** @typedef {import('../../src/transport/http-endpoint.ts').HttpAnswer} Refusal */

/** A request that a page sends without a preflight (a "simple request") has another type or none. */
const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

/**
 * `ip` is the bound address, `origins` and `hosts` what the flags allow (`*`: all). The answer maps method and
 * headers of a request to a refusal, or undefined.
 * @param {{ readonly ip: string, readonly origins: readonly string[], readonly hosts: readonly string[] }} rules
 * @returns {(method: string | undefined, headers: import('node:http').IncomingHttpHeaders) => Refusal | undefined}
 */
export function createAccess({ ip, origins, hosts }) {
  const names = new Set([ip, ...hosts].map((each) => each.toLowerCase()));
  // No site on the Internet has a name without a dot; in a network of containers all names are such.
  const plainNames = !isLoopback(ip);
  const allowsHost = (/** @type {string} */ name) =>
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
      return refusal(403, `Pages of '${origin}' are not allowed: see --rpc-access-control-origins`);
    if (!JSON_TYPE.test(type ?? ''))
      return refusal(415, 'A page has to send its request as application/json');
    return undefined;
  };
}

/**
 * @param {readonly string[]} origins
 * @param {string} origin
 */
export function allowsOrigin(origins, origin) {
  return origins.includes('*') || origins.includes(origin);
}

/** @param {string} host */
export function isLoopback(host) {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/**
 * Without port, brackets and the dot at the end that DNS allows; lower case.
 * @param {string} host
 */
const hostName = (host) =>
  host
    .trim()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * @param {number} status
 * @param {string} sentence
 * @returns {Refusal}
 */
const refusal = (status, sentence) => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: `${sentence}\n`,
});
