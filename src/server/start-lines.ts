/**
 * The lines with which monero-wallet-rpc says that it listens. Programs that start it wait for them, so each has a line
 * of its own and the reference's text. Upstream: `init` in contrib/epee/include/net/http_server_impl_base.h, and
 * `t_executor::run` in src/wallet/wallet_rpc_server.cpp.
 */
import { isIPv6 } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** In their order, without time and category; `bound` are the addresses and the port of each. */
export function startLines(...bound: readonly Bound[]): readonly string[] {
  const lines = bound.map(({ ip, port }) => {
    const bare = ip.replace(/^\[(.*)\]$/, '$1');
    return `Binding on ${bare} (${isIPv6(bare) ? 'IPv6' : 'IPv4'}):${port}`;
  });
  return [...lines, 'Starting wallet RPC server'];
}

/** Says each of them by itself: monero-ts takes all that it reads at once for one line. */
export async function sayApart(lines: readonly string[], say: (line: string) => void): Promise<void> {
  for (const line of lines) {
    say(line);
    await setTimeout(100);
  }
}

interface Bound {
  readonly ip: string;
  readonly port: number;
}
