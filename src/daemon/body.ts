/** Reads the body of an answer with a memory limit that the node cannot raise. */
import { badAnswer } from './faults.ts';

export const BROKE_OFF = 'the connection broke off in mid-answer';

/**
 * Reads the whole body, at most `maxBytes`, into a buffer of its own. Calls `onBytes` with the total after each piece of
 * data, so that a deadline can follow it. Fault `bad_answer` when the body is too long or ends early.
 *
 * With `spare`, a buffer that is not used any more, the result is a view of the beginning of that buffer, or of another
 * one that is a little larger than the body. Chromium frees the memory of a buffer that a stream filled only at a full
 * garbage collection, which the size of these buffers does not cause: without `spare`, 40 MB more were in use (measured).
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onBytes: (total: number) => void,
  spare?: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discard(response);
    throw badAnswer(`${announced} bytes, more than ${maxBytes}`, 'too_long');
  }
  if (!response.body) return new Uint8Array(0);
  const reader = readerOf(response.body);
  let body = firstBody(announced, spare);
  let length = 0;
  try {
    for (;;) {
      const isFull = length === body.length;
      const { piece, room } = await reader.read(isFull ? new Uint8Array(1) : body.subarray(length));
      // A stream that fills the buffer itself has detached it, and gives it back as another object.
      if (!isFull && room) body = new Uint8Array(room);
      if (!piece) return spare ? body.subarray(0, length) : exactly(body, length);
      if (length + piece.length > maxBytes) throw badAnswer(`more than ${maxBytes} bytes`, 'too_long');
      if (length + piece.length > body.length) body = enlarged(body, length + piece.length, maxBytes);
      if (piece.buffer !== body.buffer) body.set(piece, length);
      length += piece.length;
      onBytes(length);
    }
  } catch (error) {
    // The rest of the answer is not needed: a failed cancel changes nothing.
    await reader.cancel().catch(() => undefined);
    throw error instanceof TypeError ? badAnswer(BROKE_OFF) : error;
  }
}

/** Cancels a body that is not needed. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Room before an announced length has arrived, and when none is announced. */
const FIRST_ROOM = 1 << 24;
const SMALLEST_ROOM = 1 << 14;

const firstBody = (announced: number, spare?: ArrayBuffer): Uint8Array<ArrayBuffer> => {
  const size = announced > 0 ? Math.min(FIRST_ROOM, announced) : SMALLEST_ROOM;
  if (!spare) return new Uint8Array(size);
  // A little larger, so that it has room for the next answers, too.
  return spare.byteLength >= size ? new Uint8Array(spare) : new Uint8Array(size + (size >>> 3));
};

const exactly = (body: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> =>
  length === body.length ? body : body.slice(0, length);

/** Copies the body into a buffer of at least `least` bytes, or twice its size: a node that sends single bytes then costs few copies. */
const enlarged = (body: Uint8Array, least: number, maxBytes: number): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(Math.min(Math.max(least, 2 * body.length), maxBytes));
  larger.set(body);
  return larger;
};

interface PieceReader {
  /**
   * The next bytes, in `wanted` where the stream can fill a buffer: then `room` is the whole buffer. `piece` is undefined at
   * the end of the body.
   */
  read(
    wanted: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly piece?: Uint8Array; readonly room?: ArrayBuffer }>;
  cancel(): Promise<void>;
}

/** Lets the stream write into our buffer where it can, which saves a copy of each byte. */
const readerOf = (stream: ReadableStream<Uint8Array<ArrayBuffer>>): PieceReader => {
  const filling = fillingReaderOf(stream);
  if (filling)
    return {
      read: async (wanted) => {
        const { done, value } = await filling.read(wanted);
        return { ...(!done && { piece: value }), ...(value && { room: value.buffer }) };
      },
      cancel: () => filling.cancel(),
    };
  const reader = stream.getReader();
  return {
    read: async () => {
      const { done, value } = await reader.read();
      return done ? {} : { piece: value };
    },
    cancel: () => reader.cancel(),
  };
};

/** Undefined for a stream that is not one of bytes. */
const fillingReaderOf = (stream: ReadableStream): ReadableStreamBYOBReader | undefined => {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
};
