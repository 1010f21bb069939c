/**
 * Parses the address of a node as a user types it: `node.example:18081`, `https://node.example`,
 * `http://user:secret@[::1]:18081/xmr`.
 */
import type { NodeSettings } from '../ports/node-control.ts';
import { fault } from './faults.ts';

/**
 * The page that sends the requests; browsers restrict requests by page and by address. Without a page (Node.js) there
 * are no restrictions.
 */
export interface Page {
  /** The page is served over https: plain http would be mixed content. */
  readonly secure: boolean;
  readonly hostname: string;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

export interface NodeAddress {
  /** For messages: the address as typed, without login. */
  readonly text: string;
  /** URL without the last slash, to which a path is appended. */
  readonly base: string;
  readonly secure: boolean;
  /** The node runs on this device. All browsers except Safari let a secure page reach it over plain http. */
  readonly loopback: boolean;
  /** A name of this device or in the local network: Chrome asks the user before a page may reach it. */
  readonly local: boolean;
  readonly login?: Login;
}

const MAX_LENGTH = 2048;

/** Fault `bad_node_address`: not an http(s) URL, or one with a query. */
export function readNodeAddress(settings: NodeSettings, page?: Page): NodeAddress {
  const typed = settings.address.trim();
  const bad = () => fault('bad_node_address', { address: typed.slice(0, MAX_LENGTH) });
  if (typed.length === 0 || typed.length > MAX_LENGTH) throw bad();
  const url = parse(typed, page);
  if (!url || url.search !== '' || url.hash !== '') throw bad();
  const username = settings.username ?? decode(url.username);
  const password = settings.password ?? decode(url.password);
  const base = `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
  return {
    text: base,
    base,
    secure: url.protocol === 'https:',
    loopback: isLoopback(url.hostname),
    local: isLoopback(url.hostname) || isLocal(url.hostname),
    ...(username !== '' && { login: { username, password } }),
  };
}

/** A URL parser reads `localhost:18081` as scheme `localhost`, so only text with `//` counts as having a scheme. */
const parse = (typed: string, page: Page | undefined): URL | undefined => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return /^https?:\/\//i.test(typed) ? tryUrl(typed) : undefined;
  const plain = tryUrl(`http://${typed}`);
  // An https page can use only https, except to reach this device.
  return plain && page?.secure && !isLoopback(plain.hostname) ? tryUrl(`https://${typed}`) : plain;
};

const tryUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

const isLocal = (host: string): boolean =>
  host.endsWith('.local') ||
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/.test(host) ||
  /^\[f(c|d|e8)/.test(host);
