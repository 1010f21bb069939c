/**
 * x_record_events: which events the open wallet and each one that this worker opens write to their files, for programs:
 * payments seen, confirmed and removed, spent money, a low balance (wallet/state/events.ts). `confirmations`: the
 * numbers of confirmations at which a payment gets an event, 1 and 10 by default. `low_balance`: in piconero; an event is written
 * when the balance of all accounts falls below it; 0: never.
 * `recording: false` deletes the list of the open wallet.
 */
import {
  MAX_CONFIRMATION_NUMBERS,
  MAX_EVENT_CONFIRMATIONS,
  USUAL_EVENT_CONFIRMATIONS,
} from '../../wallet/without-wallet.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_record_events',
  // No screen: events for the programs of a wallet server; the page shows the history itself.
  access: 'app',
  console: { needs: ['confirmations'] },
  params: { recording: def(bool, true), confirmations: listOf(u32), low_balance: u64 },
  handle: async ({ recording, confirmations, low_balance: lowBalance }, { session }) => {
    const numbers = [...new Set(confirmations)].sort((a, b) => a - b);
    if (
      numbers.length > MAX_CONFIRMATION_NUMBERS ||
      numbers.some((n) => n < 1 || n > MAX_EVENT_CONFIRMATIONS)
    )
      throw fault('invalid_params', {
        path: 'confirmations',
        wanted: `at most ${MAX_CONFIRMATION_NUMBERS} numbers from 1 to ${MAX_EVENT_CONFIRMATIONS}`,
      });
    await session.recordEvents(
      recording
        ? { confirmations: numbers.length > 0 ? numbers : USUAL_EVENT_CONFIRMATIONS, lowBalance }
        : undefined,
    );
  },
});
