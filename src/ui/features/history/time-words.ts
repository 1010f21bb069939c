/** When a transfer happened or will be done, in one sentence for its page. */
import { counted } from '../../format/format.ts';
import { freeIn, sentenceTime, untilTime } from '../../format/time.ts';
import type { Transfer } from '../../state/model.ts';

export interface TimeFacts {
  /** In milliseconds. */
  readonly now: number;
  /** Height of the chain. */
  readonly height: number;
  readonly testNetwork: boolean;
}

/** Empty if nothing is known. */
export function timeWords(transfer: Transfer, { now, height, testNetwork }: TimeFacts): string {
  const { state, incoming, remaining, time, lockedUntil } = transfer;
  const when = time === 0 ? '' : sentenceTime(time, now);
  if (state === 'done') {
    const blocks = counted(Math.max(0, height - transfer.height), ['# block', '# blocks']);
    return `${blocks} since, ${when}`;
  }
  if (state === 'settling' && lockedUntil > now)
    return incoming ? `Locked ${untilTime(lockedUntil, now)}, came ${when}` : `Sent ${when}`;
  if (state === 'settling') {
    const free = freeIn(remaining, testNetwork);
    return incoming ? `Spendable ${free}, came ${when}` : `Done ${free}, sent ${when}`;
  }
  if (when === '') return '';
  if (incoming) return `Seen ${when}`;
  return state === 'failed' ? `Tried ${when}` : `Sent ${when}`;
}
