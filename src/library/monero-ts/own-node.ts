/** Trusts nodes of this computer when the program does not say it, as the reference's command line wallet does. */
import { isLoopback, nodeUrl } from '../../base/node-url.ts';
import type { NodeConfig } from './types.ts';

export function isOwnNode(node: string | NodeConfig): boolean {
  const url = nodeUrl(typeof node === 'string' ? node : (node.uri ?? ''), undefined);
  return url !== undefined && isLoopback(url.hostname);
}
