/** Reads the body of an answer with a memory limit that the node cannot raise. */
import { badAnswer } from './faults.ts';

/**
 * Reads the whole body, at most `maxBytes`, into its own buffer. Calls `onBytes` with the total after each piece of
 * data, so that a deadline can follow it. Fault `bad_answer` when the body is too long or ends early.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onBytes: (total: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await discard(response);
    throw badAnswer(`${announced} bytes, more than ${maxBytes}`, 'too_long');
  }
  if (!response.body) return new Uint8Array(0);
  const reader = response.body.getReader();
  const collected = createCollector(announced);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collected.join();
      if (collected.length + value.length > maxBytes)
        throw badAnswer(`more than ${maxBytes} bytes`, 'too_long');
      collected.add(value);
      onBytes(collected.length);
    }
  } catch (error) {
    // The rest of the answer is not needed: a failed cancel changes nothing.
    await reader.cancel().catch(() => undefined);
    throw error instanceof TypeError ? badAnswer(BROKE_OFF) : error;
  }
}
export const BROKE_OFF = 'the connection broke off in mid-answer';

/** Cancels a body that is not needed. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

const SMALLEST_BLOCK = 1 << 14;
const LARGEST_BLOCK = 1 << 24;

/** Collects data in large blocks, since a node may send single bytes. An announced length gets a single block. */
const createCollector = (announced: number) => {
  const full: Uint8Array[] = [];
  let block = new Uint8Array(announced > 0 ? Math.min(LARGEST_BLOCK, announced) : SMALLEST_BLOCK);
  let used = 0;
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(piece: Uint8Array) {
      for (let rest = piece; rest.length > 0;) {
        if (used === block.length) {
          full.push(block);
          block = new Uint8Array(Math.min(LARGEST_BLOCK, block.length * 2));
          used = 0;
        }
        const part = rest.subarray(0, block.length - used);
        block.set(part, used);
        used += part.length;
        length += part.length;
        rest = rest.subarray(part.length);
      }
    },
    join(): Uint8Array<ArrayBuffer> {
      if (full.length === 0 && used === block.length) return block;
      const all = new Uint8Array(length);
      let at = 0;
      for (const one of full) {
        all.set(one, at);
        at += one.length;
      }
      all.set(block.subarray(0, used), at);
      return all;
    },
  };
};
