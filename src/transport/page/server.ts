/**
 * In-page access: `globalThis.ostroRpc`, present only if a host asked for it before the app started. Every script in
 * this page can use it, so it is meant for programs that control the page, not for foreign pages.
 */
import type { Host } from '../host.ts';
import type { PortEvent } from '../port.ts';

export interface PageEndpoint {
  /** JSON text in and out, with exact numbers and all methods. Never rejects because of the envelope's content. */
  request(envelope: string): Promise<string>;
  /**
   * For hosts that answer calls of other programs; restricted or not as set at the start. Pass calls as JSON, [[id,
   * envelope]…] or [[id, envelope, idempotency key]…], to the returned function. `answered` gets the answers as JSON, [[id, answer]…], each once and in any
   * order. An answer is empty when the app failed.
   */
  batches(answered: (answers: string) => void): (calls: string) => void;
  on(listener: (event: PortEvent) => void): () => void;
}
interface Inside {
  text(
    envelope: string,
    options: { readonly restricted: boolean; readonly compat?: 'release' | 'master' },
  ): Promise<string>;
  /** See ../batches.ts. */
  batches(
    options: { readonly restricted: boolean; readonly compat?: 'release' | 'master' },
    answered: (answers: string) => void,
  ): (calls: string) => void;
  on(listener: (event: PortEvent) => void): () => void;
}
/** The global object that has the property. */
export interface PageGlobal {
  ostroRpc?: PageEndpoint;
}

export function openPageEndpoint(
  page: PageGlobal,
  inside: Inside,
  { restricted = false, compat = 'release' }: Host,
): void {
  page.ostroRpc = {
    request: (envelope) => inside.text(envelope, { restricted: false }),
    batches: (answered) => inside.batches({ restricted, compat }, answered),
    on: (listener) => inside.on(listener),
  };
}
