/**
 * The receiver of webhooks, and what it must get: each event once, in order, with one content. Events are numbered; the part of
 * an id before the number names the copy of the file that wrote it. The server may send an event
 * again until it has stored that the receiver has it: the last one, or one that it was told about and whose answer was lost.
 */
import { parseJson } from '../../../src/base/json.ts';
import { Broken } from '../broken.ts';

interface Got {
  readonly id: string;
  readonly type: string;
  readonly txid?: string;
  readonly confirmations?: number;
  readonly subaddr_index?: { readonly major: number; readonly minor: number };
}
export interface Events {
  /** The receiver has taken this event. */
  take(text: string): void;
  /** The wallet's file is gone: its events begin anew. */
  restart(): void;
  /** Transactions for which a payment with so many confirmations was told, and not taken back. */
  confirmed(confirmations: number): ReadonlySet<string>;
}

export function createEvents(): Events {
  let texts = new Map<number, string>();
  let last = 0;
  /** By payment and number of confirmations. */
  let told = new Map<string, Got>();
  const restart = (): void => {
    texts = new Map();
    last = 0;
    told = new Map();
  };
  return {
    restart,
    take: (text) => {
      const event = parseJson(text) as unknown as Got;
      const [eventTag = '', numberText = ''] = event.id.split('-');
      if (eventTag === 'gap') throw new Broken('event is lost', text);
      const number = Number(numberText);
      const known = texts.get(number);
      if (known !== undefined && known !== text) throw new Broken('event changes', `${known}, then ${text}`);
      if (known !== undefined && number < last)
        throw new Broken('event is repeated', `${event.id} after ${last}`);
      if (known === undefined && number !== last + 1)
        throw new Broken('event is lost', `${event.id} after ${last}`);
      texts.set(number, text);
      last = number;
      if (known === undefined) follow(told, event);
    },
    confirmed: (confirmations) =>
      new Set(
        [...told.values()].flatMap((each) => (each.confirmations === confirmations ? [each.txid!] : [])),
      ),
  };
}

const follow = (told: Map<string, Got>, event: Got): void => {
  const payment = `${event.txid} ${event.subaddr_index?.major}/${event.subaddr_index?.minor}`;
  if (event.type === 'payment_removed')
    for (const name of [...told.keys()]) if (name.startsWith(`${payment} `)) told.delete(name);
  if (event.type !== 'payment_confirmed') return;
  const name = `${payment} ${event.confirmations}`;
  if (told.has(name))
    throw new Broken('event is repeated', `${name} in ${told.get(name)!.id} and ${event.id}`);
  told.set(name, event);
};
