/**
 * In-page access: `globalThis.ostroRpc`, opened only when a host asked for it before the app started. Every script in
 * this page can use it: it is for hosts that drive the page, not for foreign pages.
 */
import type { Host } from '../host.ts';
import type { PortEvent } from '../port.ts';

export interface PageDoor {
  /** JSON in, JSON out, numbers exact, every method; never rejects because of the envelope's content. */
  request(envelope: string): Promise<string>;
  /**
   * For hosts that answer calls of other programs, restricted or not as the host said at the start. `answered`
   * receives the answers as JSON, [[id, answer]…], each once and in any order; the returned function takes the calls
   * in the same form, [[id, envelope]…]. An answer is empty when the app failed.
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
/** The global object that carries the access. */
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
