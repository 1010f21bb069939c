/** The list of events that programs read. */
import { deliveredChange, eventsAfter } from '../events/read.ts';
import type { Core } from './core.ts';

export function createEvents({ ledger, state }: Pick<Core, 'ledger' | 'state'>) {
  return {
    /** The wallet writes events. */
    get recording() {
      return state.tables.eventLog.get('') !== undefined;
    },
    /** The id up to which a program has all events; empty: none. */
    get delivered() {
      return state.tables.eventLog.get('')?.delivered ?? '';
    },
    /** `gap`: events after `since` are no longer kept. */
    after: (since: string, limit: number) => eventsAfter(state, since, limit),
    /** Events up to this id may be dropped. */
    setDelivered: (id: string) => ledger.commit((current) => deliveredChange(current, id)),
  };
}
