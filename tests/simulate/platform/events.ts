/**
 * EventTarget and AbortController of a simulated run (https://dom.spec.whatwg.org), as far as the engine uses them. Those
 * of Node cost more than what a simulated request does in between.
 */
type Listener = (event: SimEvent) => unknown;
interface Kept {
  readonly listener: Listener;
  readonly once: boolean;
}

export class SimEvent {
  readonly type: string;
  target: SimEventTarget | undefined;
  constructor(type: string) {
    this.type = type;
  }
}

export class SimEventTarget {
  #kept: Map<string, readonly Kept[]> | undefined;

  addEventListener(
    type: string,
    listener: Listener,
    { once = false, signal }: { readonly once?: boolean; readonly signal?: SimAbortSignal } = {},
  ): void {
    if (typeof listener !== 'function') throw new TypeError('a simulated listener is a function');
    if (signal?.aborted) return;
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener), { once: true });
    const kept = (this.#kept ??= new Map<string, readonly Kept[]>());
    const before = kept.get(type) ?? [];
    if (before.every((each) => each.listener !== listener)) kept.set(type, [...before, { listener, once }]);
  }
  removeEventListener(type: string, listener: Listener): void {
    const before = this.#kept?.get(type);
    if (before)
      this.#kept!.set(
        type,
        before.filter((each) => each.listener !== listener),
      );
  }
  /** A listener that throws breaks the run: Node reports it as an uncaught exception. */
  dispatchEvent(event: SimEvent): boolean {
    event.target = this;
    for (const each of this.#kept?.get(event.type) ?? []) {
      // One of the listeners before it may have removed it.
      if (!this.#kept!.get(event.type)!.includes(each)) continue;
      if (each.once) this.removeEventListener(event.type, each.listener);
      each.listener.call(this, event);
    }
    return true;
  }
}

/** Made once for all signals without a reason of their own: making it costs more than the abort. */
const ABORTED = new DOMException('This operation was aborted', 'AbortError');

export class SimAbortSignal extends SimEventTarget {
  aborted = false;
  reason: unknown = undefined;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  static abort(reason: unknown = ABORTED): SimAbortSignal {
    return Object.assign(new SimAbortSignal(), { aborted: true, reason });
  }
}

export class SimAbortController {
  readonly signal = new SimAbortSignal();

  abort(reason: unknown = ABORTED): void {
    const { signal } = this;
    if (signal.aborted) return;
    Object.assign(signal, { aborted: true, reason });
    signal.dispatchEvent(new SimEvent('abort'));
  }
}
