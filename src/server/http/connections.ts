/**
 * How many connections the callers of one address may have at once, so that none of them can keep all others out. Upstream:
 * `connections` in contrib/epee/include/net/abstract_tcp_server2.inl.
 */
import { BlockList, isIPv6, type Socket } from 'node:net';

export interface ConnectionLimits {
  /** Limit for an address of this machine or a local network; a proxy there may stand for many callers. */
  readonly perPrivate?: number | undefined;
  readonly perPublic?: number | undefined;
}

/** Answers false for a connection that is one too many; others count until they are closed. */
export function createAdmission({
  perPrivate = 250,
  perPublic = 25,
}: ConnectionLimits): (socket: Pick<Socket, 'remoteAddress' | 'once'>) => boolean {
  const counts = new Map<string, number>();
  return (socket) => {
    const { network, isPrivate } = callerOf(socket.remoteAddress ?? '');
    const count = counts.get(network) ?? 0;
    if (count >= (isPrivate ? perPrivate : perPublic)) return false;
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = counts.get(network)! - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    return true;
  };
}

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4');
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** The IPv4 address, or the /64 network of an IPv6 address: a provider usually gives a whole /64 to one customer. */
export function callerOf(text: string): { readonly network: string; readonly isPrivate: boolean } {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '');
  if (!isIPv6(address)) return { network: address, isPrivate: PRIVATE.check(address, 'ipv4') };
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')];
  return { network: all.slice(0, 4).join(':'), isPrivate: PRIVATE.check(address, 'ipv6') };
}
