/**
 * The command `ostro` on this computer (src/server/command) serves the page, and forwards its requests to nodes. Page and
 * worker know it by their address, since the files are those that every server has.
 */
import { isLoopback } from './node-url.ts';

interface PageAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly pathname: string;
}

export const COMMAND_PATH = '/by-command/';

export function isByCommand(location: PageAddress | undefined): boolean {
  return (
    location?.protocol === 'http:' &&
    isLoopback(location.hostname) &&
    location.pathname.startsWith(COMMAND_PATH)
  );
}

export const BY_COMMAND: boolean = isByCommand((globalThis as { readonly location?: PageAddress }).location);

/** A request to a node: POST `…/node/` + encodeURIComponent(url), with the headers for the node under this prefix. */
export const RELAY = {
  path: 'node/',
  method: 'x-node-method',
  /** HTTP status of the node's answer. */
  status: 'x-node-status',
  prefix: 'x-node-header-',
} as const;
/** The path of what the page may know of the command (`CommandFacts`), as JSON. */
export const FACTS_PATH = 'command.json';

export interface CommandFacts {
  /** Address of the SOCKS5 proxy that gets all requests to nodes; empty: none. */
  readonly proxy: string;
  /** The only nodes that the command reaches; empty: any. */
  readonly nodes: readonly string[];
}
/** The code of a failure of the command itself. */
export const COMMAND_GONE = 'ERR_COMMAND_GONE';
