/** Which events the wallets of this session write. */
import { eventRulesChange } from '../events/rules.ts';
import type { EventRules } from '../state/records/events.ts';
import type { OpenWallet } from '../wallet.ts';
import type { SessionContext } from './context.ts';

/** See Session. */
export async function recordEvents(context: SessionContext, rules: EventRules | undefined): Promise<void> {
  const { eventRules: _before, ...kept } = context.kept;
  await context.open?.ledger.commit((state) => eventRulesChange(state, rules));
  context.kept = { ...kept, ...(rules && { eventRules: rules }) };
}

/** Gives an opened wallet the rules of the session, if it has any. */
export async function useEventRules({ kept }: SessionContext, { ledger }: OpenWallet): Promise<void> {
  const { eventRules } = kept;
  if (eventRules) await ledger.commit((state) => eventRulesChange(state, eventRules));
}
