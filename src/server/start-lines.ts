/**
 * The lines with which monero-wallet-rpc says that it listens. Programs that start it wait for them, so each has a line
 * of its own and the reference's text. Upstream: `init` in contrib/epee/include/net/http_server_impl_base.h, and
 * `t_executor::run` in src/wallet/wallet_rpc_server.cpp.
 */
import { isIPv6 } from 'node:net';

/** In their order, without time and category; `bound` are the addresses and the port of each. */
export function startLines(...bound: readonly Bound[]): readonly string[] {
  const lines = bound.map(({ ip, port }) => {
    const bare = ip.replace(/^\[(.*)\]$/, '$1');
    return `Binding on ${bare} (${isIPv6(bare) ? 'IPv6' : 'IPv4'}):${port}`;
  });
  return [...lines, 'Starting wallet RPC server'];
}

interface Bound {
  readonly ip: string;
  readonly port: number;
}
