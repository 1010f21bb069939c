/** A server on a TCP port. */
import type { Server } from 'node:net';

/** Binds `server` (0 takes a free port); answers the port. `ipv6Only`: an IPv6 address takes no IPv4 connections. */
export function listen(
  server: Server,
  port: number,
  host: string,
  { ipv6Only = false }: { readonly ipv6Only?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only }, () => {
      server.off('error', reject);
      resolve(portOf(server));
    });
  });
}

/** The port of a server that listens on TCP. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return address.port;
}
