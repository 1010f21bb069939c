/** Limits of requests and answers: the body of a request is read up to a limit or refused; a client must read its answer in time. */
import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';

const SHORT = 16 * 1024;

type Budget = ReturnType<typeof createBudget>;
interface Body {
  readonly bytes: Buffer;
  readonly release: () => void;
}

/** The bytes that all requests under way may take together; `take` answers false when there is no room. */
export function createBudget(total: number) {
  let used = 0;
  return {
    take: (bytes: number) => {
      if (used + bytes > total) return false;
      used += bytes;
      return true;
    },
    give: (bytes: number) => void (used -= bytes),
  };
}

/**
 * Reads a body of up to `max` bytes into room of the budget; `start` is called before. Answers {bytes, release()}, or
 * {status} of the refusal: 413 for a body too large, 503 when too much is under way. Rejects when the client goes away.
 */
export async function readBody(
  req: Request,
  { max, budget, start }: { readonly max: number; readonly budget: Budget; readonly start: () => void },
): Promise<Body | { readonly status: number }> {
  if (declared(req) > max) return { status: 413 };
  start();
  const parts: Buffer[] = [];
  let held = 0;
  const release = () => {
    budget.give(held);
    held = 0;
  };
  return new Promise((resolve, reject) => {
    const end = (status: number) => {
      req.off('data', take).off('end', done).off('error', failed);
      parts.length = 0;
      release();
      resolve({ status });
    };
    const take = (part: Buffer) => {
      if (held + part.length > max) end(413);
      else if (!budget.take(part.length)) end(503);
      else {
        held += part.length;
        parts.push(part);
      }
    };
    const done = () => resolve({ bytes: Buffer.concat(parts), release });
    const failed = (error: Error) => {
      release();
      reject(error);
    };
    req.on('data', take).on('end', done).on('error', failed);
  });
}

/** True if the rest of the request is so small that reading it is cheaper than another connection. */
export function isShort(req: Request) {
  return req.headers['transfer-encoding'] === undefined && declared(req) <= SHORT && !req.headers.expect;
}

const declared = (req: Request) => Number(req.headers['content-length'] ?? 0);

/**
 * Calls `then` when the client has sent the rest of its body, at most `bytes` or until `ms` have passed. It stores
 * nothing. A connection that is closed while the client still sends would be reset, and the client might never read
 * the answer.
 */
export function discardBody(
  req: Request,
  { bytes, ms }: { readonly bytes: number; readonly ms: number },
  then: () => void,
) {
  let left = bytes;
  const end = () => {
    clearTimeout(timer);
    req.off('data', count).off('end', end).off('close', end);
    then();
  };
  const count = (part: Buffer) => {
    left -= part.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, ms);
  req.on('data', count).on('end', end).on('close', end);
  req.resume();
}

/** Ends the connection if the client has not read the answer within `ms`: what is not read stays in memory. */
export function limitAnswer(res: Response, ms: number) {
  const { socket } = res.req;
  const timer = setTimeout(() => socket.destroy(), ms);
  res.on('close', () => clearTimeout(timer));
}
