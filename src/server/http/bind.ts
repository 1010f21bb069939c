/** One server on an IPv4 and an IPv6 address. Upstream: init_server in contrib/epee/include/net/abstract_tcp_server2.inl. */
import type { Server } from 'node:net';
import { listen } from './listen.ts';
import { messageOf } from '../errors.mjs';

export interface BindOptions {
  readonly ip: string;
  readonly port: number;
  /** A further address. `alone`: it suffices. */
  readonly ipv6?: { readonly ip: string; readonly alone: boolean } | undefined;
  /** Hears why an address is not possible. */
  readonly refused: (why: string) => void;
}
interface Opened {
  readonly server: Server;
  readonly stop: () => Promise<void>;
}

/** `open` makes a server for each address. IPv6 may fail, and IPv4 where a flag says so; both must not. */
export function createBinding(open: () => Opened, { ip, port, ipv6, refused }: BindOptions) {
  const bound: Opened[] = [];
  const bind = async (at: string, wished: number) => {
    const each = open();
    // IPv4 has a socket of its own under the same port.
    const boundPort = await listen(each.server, wished, at, { ipv6Only: ipv6 !== undefined });
    bound.push(each);
    return { ip: at, port: boundPort };
  };
  const listenAll = async () => {
    const first = await bind(ip, port).catch((error: unknown) => {
      if (!ipv6?.alone) throw error;
      refused(`Failed to bind IPv4: ${messageOf(error)}`);
      return undefined;
    });
    const second =
      ipv6 &&
      (await bind(ipv6.ip, first?.port ?? port).catch((error: unknown) => {
        if (!first) throw error;
        refused(`Failed to bind IPv6: ${messageOf(error)}`);
        return undefined;
      }));
    return [first, second].filter((each) => each !== undefined);
  };
  return {
    /** Answers the addresses with their ports. */
    listenAll,
    /** Answers the port. */
    listen: async () => (await listenAll())[0]!.port,
    stop: async () => {
      await Promise.all(bound.map((each) => each.stop()));
    },
  };
}
