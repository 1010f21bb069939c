/** Reads the body of an answer within a memory bound that the node cannot raise. */
import { badAnswer } from './faults.ts';

/**
 * The whole body, at most `maxBytes`, in a buffer of its own. `onBytes` is called with the total after each piece, so
 * that a deadline can follow it. Fault `bad_answer` when the body is too long or ends early.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onBytes: (total: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const said = Number(response.headers.get('content-length') ?? 0);
  if (said > maxBytes) {
    await discard(response);
    throw badAnswer(`${said} bytes, more than ${maxBytes}`);
  }
  if (!response.body) return new Uint8Array(0);
  const reader = response.body.getReader();
  const collected = createCollector(said);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return collected.join();
      if (collected.length + value.length > maxBytes) throw badAnswer(`more than ${maxBytes} bytes`);
      collected.add(value);
      onBytes(collected.length);
    }
  } catch (error) {
    // The answer is no longer needed; a failure of this changes nothing.
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

/**
 * Collects pieces in blocks, so that a node that sends single bytes does not cost an object for each. A body of the
 * announced length `said` lies in one block from the start.
 */
const createCollector = (said: number) => {
  const full: Uint8Array[] = [];
  let block = new Uint8Array(said > 0 ? Math.min(LARGEST_BLOCK, said) : SMALLEST_BLOCK);
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
