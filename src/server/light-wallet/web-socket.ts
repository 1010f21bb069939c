/**
 * The server side of a web socket for short texts (RFC 6455), without extensions. A peer that breaks the rules, sends more than a
 * bound, or does not read what it is sent is cut off.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage as Request } from 'node:http';
import type { Duplex } from 'node:stream';

export interface LightSocket {
  /** Calls of the listeners before `listen` are kept. */
  readonly listen: (message: (text: string) => void, closed: () => void) => void;
  /** Sends a text. */
  readonly send: (text: string) => void;
  /** Sends a close frame with this code and ends the connection. */
  readonly close: (code?: number) => void;
}

const KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Bytes of a message of the peer, and of what is not sent yet. */
const LIMITS = { message: 2048, waiting: 32 << 20 };
const OP = { text: 1, close: 8, ping: 9, pong: 10 };
const CLOSE_MS = 8000;

/**
 * Undefined when the request is no handshake for this protocol; else its answer is sent. The caller listens for errors of
 * `socket`.
 */
export function acceptSocket(req: Request, socket: Duplex, protocol: string): LightSocket | undefined {
  const { upgrade, 'sec-websocket-key': key, 'sec-websocket-version': version } = req.headers;
  const offered = (req.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  if (req.method !== 'GET' || upgrade?.toLowerCase() !== 'websocket' || version !== '13') return undefined;
  if (key === undefined || !/^[A-Za-z0-9+/]{22}==$/.test(key) || !offered.includes(protocol))
    return undefined;
  const accept = createHash('sha1').update(`${key}${KEY}`).digest('base64');
  socket.write(
    [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      `Sec-WebSocket-Protocol: ${protocol}`,
      '\r\n',
    ].join('\r\n'),
  );
  return socketOver(socket);
}

const socketOver = (socket: Duplex): LightSocket => {
  let received = Buffer.alloc(0);
  let message: ((text: string) => void) | undefined;
  let closed: (() => void) | undefined;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
    closed?.();
  };
  const write = (opcode: number, payload: Buffer): void => {
    if (ended) return;
    if (socket.writableLength > LIMITS.waiting) {
      socket.destroy();
      return;
    }
    socket.write(Buffer.concat([head(opcode, payload.length), payload]));
  };
  const close = (code = 1000): void => {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    write(OP.close, payload);
    end();
  };
  const take = (part: Buffer): void => {
    received = Buffer.concat([received, part]);
    while (!ended && message) {
      const frame = readFrame(received);
      if (frame === 'bad') close(1002);
      if (frame === 'large') close(1009);
      if (typeof frame !== 'object') return;
      received = received.subarray(frame.size);
      if (frame.opcode === OP.ping) write(OP.pong, frame.payload);
      else if (frame.opcode === OP.close) close();
      else if (frame.opcode === OP.text) message(frame.payload.toString('utf8'));
      else if (frame.opcode !== OP.pong) close(1003);
    }
    // A peer that sends before anybody listens.
    if (received.length > LIMITS.message * 2) close(1009);
  };
  socket.on('data', (part: Buffer) => {
    if (!ended) take(part);
  });
  socket.on('close', () => {
    if (!ended) closed?.();
    ended = true;
  });
  return {
    listen: (onMessage, onClosed) => {
      message = onMessage;
      closed = onClosed;
      if (ended) onClosed();
      else take(Buffer.alloc(0));
    },
    send: (text) => write(OP.text, Buffer.from(text)),
    close,
  };
};

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  readonly size: number;
}

/** The first whole frame; undefined: it is not whole yet. A client masks each, and here none is in parts. */
const readFrame = (bytes: Buffer): Frame | 'bad' | 'large' | undefined => {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  if ((first & 0x70) !== 0 || (first & 0x80) === 0 || (second & 0x80) === 0) return 'bad';
  const opcode = first & 15;
  const short = second & 127;
  if (short === 127 || (opcode >= OP.close && short > 125)) return 'large';
  const at = short === 126 ? 4 : 2;
  if (bytes.length < at + 4) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  if (length > LIMITS.message) return 'large';
  const size = at + 4 + length;
  if (bytes.length < size) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, size).map((byte, i) => byte ^ mask[i & 3]!));
  return { opcode, payload, size };
};

const head = (opcode: number, length: number): Buffer => {
  const final = 0x80 | opcode;
  if (length < 126) return Buffer.from([final, length]);
  if (length < 65_536) return Buffer.from([final, 126, length >> 8, length & 255]);
  const bytes = Buffer.alloc(10);
  bytes[0] = final;
  bytes[1] = 127;
  bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
};
