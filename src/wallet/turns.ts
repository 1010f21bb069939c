/** Turns of the thread: a loop over thousands of outputs takes seconds, and other calls run in between. */
import type { Steps } from '../base/steps.ts';
import type { Clock } from '../ports/clock.ts';
import { fault } from './faults.ts';

/** Items of a quarter to three quarters of a millisecond that a loop handles in one turn. */
const IN_ONE_TURN = 8;

/** Waits for another turn. Fault no_wallet: the wallet whose secrets the caller uses was closed meanwhile. */
export type Pause = () => Promise<void>;
/**
 * Called with the number of items done before each next one; every 8th waits for another turn, or every `inOne`th. Fault
 * no_wallet.
 */
export type NextTurn = (done: number, inOne?: number) => Promise<void>;

/** `isOpen`: whether the wallet is still open. */
export function pauseOf(clock: Clock, isOpen: () => boolean = () => true): Pause {
  return async () => {
    await clock.sleep(0);
    if (!isOpen()) throw fault('no_wallet');
  };
}
export function turnsOf(clock: Clock, isOpen: () => boolean = () => true): NextTurn {
  const pause = pauseOf(clock, isOpen);
  return async (done, inOne = IN_ONE_TURN) => {
    if (done % inOne === inOne - 1) await pause();
    // The wallet may have been closed since the last item, too.
    else if (!isOpen()) throw fault('no_wallet');
  };
}

/** Does each step in a turn of its own. */
export async function inTurns<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
}
