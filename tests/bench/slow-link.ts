/**
 * A slow link to a server of this machine: a TCP proxy that delays all bytes and passes them on at a limited rate. All its
 * connections share the rate. A new connection waits one round trip, as its handshake would. TCP's slow start is not
 * imitated.
 */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../src/server/http/listen.ts';

/** Round trip in milliseconds, megabits a second. */
export interface Link {
  readonly rttMs: number;
  readonly mbit: number;
}

/** Bytes sent as one: small enough that connections share the link. */
const PIECE = 4096;
/** Bytes that may wait in one direction of a connection before it reads no more, besides those that are on their way. */
const MOST_WAITING = 512 * 1024;

/** Forwards a free port to `target` (a port of loopback). */
export async function startSlowLink(target: number, { rttMs, mbit }: Link) {
  const bytesPerMs = (mbit * 1e6) / 8 / 1000;
  const mostWaiting = MOST_WAITING + bytesPerMs * rttMs;
  const sockets = new Set<Socket>();
  const createDirection = () => {
    // When the link has sent all that was given to it.
    let freeAt = 0;
    let bytes = 0;
    /** How many bytes had arrived at a time, in milliseconds since the epoch. */
    const arrivals: { readonly at: number; readonly bytes: number }[] = [];
    /** `opened`: When bytes may arrive first. */
    const forward = (from: Socket, to: Socket, opened: number) => {
      let waiting = 0;
      /** Timers of one moment may fire in any order, but bytes must not overtake each other. */
      const due: (() => void)[] = [];
      const later = (at: number, work: () => void) => {
        due.push(work);
        setTimeout(() => due.shift()?.(), Math.max(0, at - performance.now()));
      };
      from.on('data', (data: Buffer) => {
        for (let at = 0; at < data.length; at += PIECE) {
          const piece = data.subarray(at, at + PIECE);
          freeAt = Math.max(freeAt, performance.now(), opened) + piece.length / bytesPerMs;
          waiting += piece.length;
          bytes += piece.length;
          later(freeAt + rttMs / 2, () => {
            waiting -= piece.length;
            if (!to.destroyed) to.write(piece);
            arrivals.push({
              at: performance.timeOrigin + performance.now(),
              bytes: (arrivals.at(-1)?.bytes ?? 0) + piece.length,
            });
            if (waiting < mostWaiting) from.resume();
          });
        }
        if (waiting >= mostWaiting) from.pause();
      });
      from.on('end', () => later(Math.max(freeAt, opened) + rttMs / 2, () => to.end()));
    };
    const arrivedBy = (time: number) => arrivals.findLast(({ at }) => at <= time)?.bytes ?? 0;
    return { forward, carried: () => bytes, arrivedBy };
  };
  const [up, down] = [createDirection(), createDirection()];
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const remote = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    const opened = performance.now() + rttMs;
    for (const socket of [client, remote]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => [client, remote].forEach((each) => each.destroy()));
      socket.on('close', () => sockets.delete(socket));
    }
    up.forward(client, remote, opened);
    down.forward(remote, client, opened);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    port,
    /** Bytes that came from the target so far. */
    carried: down.carried,
    /** Bytes that had arrived from the target at a time, in milliseconds since the epoch. */
    arrivedBy: down.arrivedBy,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
