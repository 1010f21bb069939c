/** Turns of the thread: a loop over thousands of outputs takes seconds, and other calls run in between. */
import type { Clock } from '../ports/clock.ts';
import { fault } from './faults.ts';

/** Items of about a quarter of a millisecond that a loop handles in one turn. */
const IN_ONE_TURN = 32;

/** Called with the number of items done before each next one; every 32nd waits for another turn. */
export type NextTurn = (done: number) => Promise<void>;

/** `isOpen`: whether the wallet whose secrets the loop uses is still open. Fault no_wallet: it was closed meanwhile. */
export function turnsOf(clock: Clock, isOpen: () => boolean = () => true): NextTurn {
  return async (done) => {
    if (done % IN_ONE_TURN === IN_ONE_TURN - 1) await clock.sleep(0);
    if (!isOpen()) throw fault('no_wallet');
  };
}
