/**
 * Public questions that several wallets of a process have for one node at the same time: one request answers all that were asked
 * before it was sent.
 */
import { unlessAborted } from '../base/unless-aborted.ts';
import type { Clock } from '../ports/clock.ts';
import { fault } from './faults.ts';

/** Sends the request of a question. */
type Send<T> = (signal: AbortSignal) => Promise<T>;
interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** An answer to a request that was sent so many milliseconds ago will do. Default: 0, none. */
  readonly maxAgeMs?: number | undefined;
}
export interface Questions {
  /**
   * Answers with a request that is sent after this call, or at most `maxAgeMs` before it. `key`: the question. A request that
   * nobody waits for any more is given up. Rejects with the error of `send`. Fault: cancelled, when `signal` is aborted.
   */
  ask<T>(key: string, send: Send<T>, options?: AskOptions): Promise<T>;
}

interface Request {
  answer: Promise<unknown>;
  /** Undefined while it waits for the end of the request before it. */
  sentAt: number | undefined;
  state: 'open' | 'answered' | 'failed';
  /** Number of callers. */
  waiting: number;
  readonly stop: AbortController;
}
interface Question {
  last?: Request | undefined;
  /** Is sent when `last` has ended. */
  next?: Request | undefined;
  /** A caller has accepted answers to requests that were sent before its call. */
  isKept: boolean;
}

export function createQuestions(clock: Pick<Clock, 'now'>): Questions {
  const questions = new Map<string, Question>();

  const makeRequest = (question: Question, send: Send<unknown>): Request => {
    const before = question.last?.state === 'open' ? question.last : undefined;
    const stop = new AbortController();
    const run = async (): Promise<unknown> => {
      if (before) await before.answer.catch(() => undefined);
      question.last = request;
      if (question.next === request) question.next = undefined;
      request.sentAt = clock.now();
      try {
        const answer = await send(stop.signal);
        request.state = 'answered';
        return answer;
      } catch (error) {
        request.state = 'failed';
        throw error;
      }
    };
    const request: Request = {
      answer: Promise.resolve(),
      sentAt: undefined,
      state: 'open',
      waiting: 0,
      stop,
    };
    request.answer = run();
    // Each caller that waits for it gets the fault.
    request.answer.catch(() => undefined);
    if (before) question.next = request;
    return request;
  };
  const requestFor = (question: Question, send: Send<unknown>, maxAgeMs: number): Request => {
    const { last, next } = question;
    // The date may have been put back since.
    const isYoung = last?.sentAt !== undefined && Math.abs(clock.now() - last.sentAt) < maxAgeMs;
    if (last && isYoung && last.state !== 'failed' && !last.stop.signal.aborted) return last;
    return next && !next.stop.signal.aborted ? next : makeRequest(question, send);
  };
  return {
    ask: async <T>(key: string, send: Send<T>, { signal, maxAgeMs = 0 }: AskOptions = {}) => {
      if (signal?.aborted) throw fault('cancelled');
      const question = questions.get(key) ?? { isKept: false };
      questions.set(key, question);
      question.isKept ||= maxAgeMs > 0;
      const request = requestFor(question, send, maxAgeMs);
      request.waiting += 1;
      try {
        return (await unlessAborted(request.answer, signal)) as T;
      } catch (error) {
        throw signal?.aborted ? fault('cancelled') : error;
      } finally {
        request.waiting -= 1;
        if (request.waiting === 0 && request.state === 'open') request.stop.abort(fault('cancelled'));
        // Answers may be large.
        if (!question.isKept && !question.next && question.last?.waiting === 0) questions.delete(key);
      }
    },
  };
}
