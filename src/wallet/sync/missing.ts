/** The blocks that the wallet has not read yet, the data it used, and the person's choices about them. */
import { gapRefusal, gapsOf, wantGaps } from '../ledger/gaps.ts';
import { change, put } from '../state/state.ts';
import type { SyncContext } from './context.ts';
import { readableGap } from './newest-first.ts';
import type { Loop } from './loop.ts';
import type { Missing, Sync } from './types.ts';

export function missingOf({ ledger: { state }, newestFirst, dataCounter }: SyncContext): Missing {
  return {
    gaps: gapsOf(state),
    reading: readableGap(state, newestFirst) !== undefined,
    link: newestFirst.link,
    mobileData: state.settings.mobileData,
    possible: gapRefusal(state) === undefined,
    used: dataCounter.now,
  };
}

/** Each choice ends the wait for the next pass, which follows it. */
export function choicesOf(
  { ledger, newestFirst }: SyncContext,
  hasMore: () => boolean,
  loop: Pick<Loop, 'hurry'>,
): Pick<Sync, 'choose' | 'readGaps' | 'setLink' | 'setMobileData'> {
  return {
    setLink: (link) => {
      newestFirst.link = link;
      if (hasMore()) loop.hurry();
    },
    choose: (answer) => {
      newestFirst.answer = answer;
      loop.hurry();
    },
    setMobileData: async (mobileData) => {
      await ledger.commit((state) => change([put('settings', '', { ...state.settings, mobileData })]));
      loop.hurry();
    },
    readGaps: async () => {
      await ledger.commit(wantGaps);
      loop.hurry();
    },
  };
}
