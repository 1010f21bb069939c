/** Settings of the open wallet that change what the session does, and of the session itself. */
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { eventRulesChange } from '../events/rules.ts';
import type { EventRules } from '../state/records/events.ts';
import { change, put } from '../state/state.ts';
import type { OpenWallet } from '../wallet.ts';
import { openWalletOf, type SessionContext } from './context.ts';

/** Sets and stores the idle minutes after which the wallet locks; 0: never. Fault no_wallet. */
export async function setAutoLock(context: SessionContext, minutes: number): Promise<void> {
  await openWalletOf(context).ledger.commit((state) =>
    change([put('settings', '', { ...state.settings, autoLockMinutes: minutes })]),
  );
  if (!context.automated) context.autoLock.start(minutes);
}

/** Sets how many accounts and addresses after the labelled ones the scan recognises. Fault no_wallet. */
export async function setLookahead(context: SessionContext, lookahead: SubaddressIndex): Promise<void> {
  const { ledger, sync } = openWalletOf(context);
  await ledger.commit(({ account }) => change([put('account', '', { ...account, lookahead })]));
  await sync.tableChanged();
}

export function setLog(context: SessionContext, categories: string): void {
  context.kept = { ...context.kept, log: categories };
  context.events.emit('log', { categories });
}

/** See Session. */
export async function recordEvents(context: SessionContext, rules: EventRules | undefined): Promise<void> {
  const { eventRules: _before, ...kept } = context.kept;
  await context.open?.ledger.commit((state) => eventRulesChange(state, rules));
  context.kept = { ...kept, ...(rules && { eventRules: rules }) };
}

export async function useEventRules({ kept }: SessionContext, { ledger }: OpenWallet): Promise<void> {
  const { eventRules } = kept;
  if (eventRules) await ledger.commit((state) => eventRulesChange(state, eventRules));
}
