/**
 * --rpc-ssl: connections under TLS, without it, or both on one port, which their first byte distinguishes. Clients may have to
 * show a certificate. Upstream: connection<t_protocol_handler>::start_internal in contrib/epee/include/net/abstract_tcp_server2.inl.
 */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { messageOf } from '../errors.mjs';
import type { TlsRules } from '../../nodejs/node-tls.ts';
import { selfSigned } from './self-signed.ts';

export interface RpcTls {
  /** `disabled` needs nothing of this file. */
  readonly mode: 'enabled' | 'autodetect';
  /** The certificate of the server, and which of clients are accepted. */
  readonly rules: TlsRules;
  /** Clients have to show a certificate. */
  readonly clients: boolean;
}

/** The first byte of a TLS handshake record. No request of HTTP begins with it. */
const HANDSHAKE = 0x16;

/**
 * From now on `server` gets its connections through TLS, or without when both are allowed. A connection has `headMs` for
 * its first byte and for its handshake. The answer ends those that have not come so far.
 */
export function secure(
  server: HttpServer,
  { mode, rules, clients }: RpcTls,
  { headMs, refused }: { readonly headMs: number; readonly refused: (why: string) => void },
): { readonly stop: () => void } {
  // How a server of node:http takes a connection, and, since it takes any stream, one under TLS.
  const take = server.listeners('connection') as ((socket: Socket) => void)[];
  const serve = (socket: Socket): void => take.forEach((each) => each.call(server, socket));
  const waiting = new Set<Socket>();
  const under = createServer(
    {
      ...('cert' in rules.options ? {} : selfSigned(new Date())),
      ...rules.options,
      requestCert: clients,
      // The rules judge, below.
      rejectUnauthorized: false,
      handshakeTimeout: headMs,
    },
    (socket) => {
      const refusal = clients ? rules.refusal(socket) : undefined;
      if (!refusal) {
        serve(socket);
        return;
      }
      refused(refusal.message);
      socket.destroy();
    },
  );
  under.on('tlsClientError', (error, socket) => {
    refused(messageOf(error));
    socket.destroy();
  });
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    waiting.add(socket);
    const end = (): void => void socket.destroy();
    const timer = setTimeout(end, headMs);
    const done = (): void => {
      clearTimeout(timer);
      waiting.delete(socket);
    };
    socket.on('error', end).once('close', done);
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.off('error', end).off('close', done);
      done();
      socket.unshift(first);
      if (first[0] === HANDSHAKE) under.emit('connection', socket);
      else if (mode === 'autodetect') serve(socket);
      else {
        refused('a connection without TLS');
        end();
        return;
      }
      // The new owner of the connection listens in this turn.
      process.nextTick(() => socket.resume());
    });
  });
  return {
    stop: () => {
      for (const socket of waiting) socket.destroy();
    },
  };
}
