/**
 * The in-page door: `globalThis.ostroRpc`, opened only when a host asked for it before the app started. Whoever can run
 * scripts in this page can use it: it is for hosts that drive the page, not for pages of others.
 */
import type { Host } from '../host.ts';
import type { PortEvent } from '../port.ts';

export interface PageDoor {
  /** JSON in, JSON out, numbers exact, every method; never rejects for what the envelope holds. */
  request(envelope: string): Promise<string>;
  /**
   * For hosts that answer the requests of others, restricted or not as the host said at the start. Takes `answered`,
   * which gets the answers as JSON, [[id, answer]…], each once and in any order; gives what takes the calls in the same
   * form, [[id, envelope]…]. An answer is empty when the app failed.
   */
  batches(answered: (answers: string) => void): (calls: string) => void;
  on(listener: (event: PortEvent) => void): () => void;
}
interface Inside {
  text(envelope: string, options: { readonly restricted: boolean }): Promise<string>;
  /** See ../batches.ts. */
  batches(
    options: { readonly restricted: boolean },
    answered: (answers: string) => void,
  ): (calls: string) => void;
  on(listener: (event: PortEvent) => void): () => void;
}
/** Where the door hangs. */
export interface PageGlobal {
  ostroRpc?: PageDoor;
}

export function openPageDoor(page: PageGlobal, inside: Inside, { restricted = false }: Host): void {
  page.ostroRpc = {
    request: (envelope) => inside.text(envelope, { restricted: false }),
    batches: (answered) => inside.batches({ restricted }, answered),
    on: (listener) => inside.on(listener),
  };
}
