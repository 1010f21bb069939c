/**
 * The nodes that a site may have asked through the frame, which asks with the wallet's origin instead of the site's.
 */
import type { NodeAddress } from '../daemon/node-address.ts';
import { isLoopbackOrigin } from '../embed/origin.ts';

/**
 * A public node with https. A site on the internet must not reach nodes of the visitor's own network through the frame:
 * such a node may answer the wallet's origin and no other. A site under development may use a node on the same device.
 */
export function mayAsk({ secure, loopback, local, login }: NodeAddress, origin: string): boolean {
  if (login) return false;
  return local ? loopback && isLoopbackOrigin(origin) : secure;
}
