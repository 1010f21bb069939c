/** A client of the web socket of the light-wallet server: Node 20 has none. It sends short texts and reads texts of any length. */
import { request } from 'node:http';
import type { Socket } from 'node:net';

export interface FeedClient {
  readonly messages: string[];
  readonly send: (text: string) => void;
  /** Sends bytes as they are. */
  readonly raw: (bytes: Uint8Array) => void;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
  readonly close: () => void;
}

/** `url`: of the server. Rejects with the status when it does not switch protocols. */
export function openFeed(url: string, protocol = 'lws.feed.v0.json'): Promise<FeedClient> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/feed`, {
      headers: {
        ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
        ...{ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Protocol': protocol },
      },
    });
    asking.on('upgrade', (_res, socket: Socket, first: Buffer) => resolve(clientOver(socket, first)));
    asking.on('response', ({ statusCode }) => reject(new Error(String(statusCode))));
    asking.on('error', reject);
    asking.end();
  });
}

/** A text frame of the client. Its mask is zero, which leaves the bytes as they are. */
export function textFrame(text: string): Uint8Array {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126 ? [payload.length | 128] : [254, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...head, 0, 0, 0, 0]), payload]);
}

const clientOver = (socket: Socket, first: Buffer): FeedClient => {
  let received = first;
  const messages: string[] = [];
  const take = (): void => {
    for (;;) {
      if (received.length < 2) return;
      const short = received[1]! & 127;
      const at = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (received.length < at) return;
      const length =
        short === 127
          ? Number(received.readBigUInt64BE(2))
          : short === 126
            ? received.readUInt16BE(2)
            : short;
      if (received.length < at + length) return;
      if ((received[0]! & 15) === 1) messages.push(received.subarray(at, at + length).toString('utf8'));
      received = received.subarray(at + length);
    }
  };
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    take();
  });
  socket.on('error', () => undefined);
  take();
  return {
    messages,
    send: (text) => void socket.write(textFrame(text)),
    raw: (bytes) => void socket.write(bytes),
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
    close: () => socket.destroy(),
  };
};
