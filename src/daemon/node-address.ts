/**
 * Parses the address of a node as a user types it: `node.example:18081`, `https://node.example`,
 * `http://user:secret@[::1]:18081/xmr`.
 */
import { cleanText } from '../base/clean-text.ts';
import { isLocal, isLoopback, nodeUrl, type AskingPage } from '../base/node-url.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import { fault } from './faults.ts';

export interface NodeLogin {
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
  readonly login?: NodeLogin;
}

const MAX_LENGTH = 2048;

/** Fault `bad_node_address`: not an http(s) URL, or one with a query. */
export function readNodeAddress(settings: NodeSettings, page?: AskingPage): NodeAddress {
  const typed = cleanText(settings.address).trim();
  const bad = () => fault('bad_node_address', { address: typed.slice(0, MAX_LENGTH) });
  if (typed.length === 0 || typed.length > MAX_LENGTH) throw bad();
  const url = nodeUrl(typed, page);
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

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
