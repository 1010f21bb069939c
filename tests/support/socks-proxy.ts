/** A SOCKS5 proxy without login for tests: notes what it is asked, and connects names as `portOf` says. */
import { connect, createServer, type AddressInfo } from 'node:net';

export interface SocksProxy {
  readonly port: number;
  /** Of each connection, `host:port` as it was asked for. */
  readonly asked: readonly string[];
  readonly stop: () => void;
}

/** `portOf`: the port on this machine to which an address leads; by default its own. */
export async function startSocksProxy(
  portOf: (host: string, port: number) => number = (_, port) => port,
): Promise<SocksProxy> {
  const asked: string[] = [];
  const open = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from('0500', 'hex'));
      socket.once('data', (request) => {
        const name = request[3] === 3;
        const end = name ? 5 + request[4]! : 8;
        const host = name ? request.subarray(5, end).toString() : request.subarray(4, end).join('.');
        const port = request.readUInt16BE(end);
        asked.push(`${host}:${port}`);
        const onward = connect(portOf(host, port), '127.0.0.1');
        onward.on('error', () => socket.destroy());
        socket.on('close', () => onward.destroy());
        onward.on('connect', () => {
          socket.write(Buffer.from('05000001000000000000', 'hex'));
          socket.pipe(onward).pipe(socket);
        });
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop: () => {
      for (const each of open) each.destroy();
      server.close();
    },
  };
}
