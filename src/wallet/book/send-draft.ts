/** The typed payment that was not sent: sealed in the wallet file as all records are, so that it outlives a lock. */
import { change, put, type Ledger, type WalletState } from '../state/state.ts';

/** Empty when there is none. */
export function sendDraftOf({ settings }: WalletState): string {
  return settings.sendDraft ?? '';
}

/** Keeps the text in place of the one before; empty: removes it. */
export function keepSendDraft(ledger: Ledger, text: string): Promise<void> {
  return ledger.commit(({ settings: { sendDraft: _before, ...settings } }) =>
    change([put('settings', '', { ...settings, ...(text !== '' && { sendDraft: text }) })]),
  );
}
