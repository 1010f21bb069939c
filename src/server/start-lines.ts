/**
 * The lines with which monero-wallet-rpc says that it listens. Programs that start it wait for them, so each has a line
 * of its own and the reference's text. Upstream: `init` in contrib/epee/include/net/http_server_impl_base.h, and
 * `t_executor::run` in src/wallet/wallet_rpc_server.cpp.
 */
import { isIPv6 } from 'node:net';

/** In their order, without time and category; `port` is the one that is bound. */
export function startLines(ip: string, port: number): readonly string[] {
  const bare = ip.replace(/^\[(.*)\]$/, '$1');
  const bound = isIPv6(bare) ? `${bare} (IPv6):${port}` : `${bare} (IPv4):${port}`;
  return [`Binding on ${bound}`, 'Starting wallet RPC server'];
}
