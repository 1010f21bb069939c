/** A proxy that passes nothing on: it records what a browser asks for that is set to use it for everything. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  readonly port: number;
  /** The first line of each request, such as `CONNECT node.example:443 HTTP/1.1`. */
  readonly asked: readonly string[];
  readonly stop: () => Promise<void>;
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      asked.push(bytes.toString('latin1').split('\r\n')[0]!);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
