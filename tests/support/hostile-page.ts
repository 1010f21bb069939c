/**
 * What a page of a hostile site does with the wallet's window: it speaks the protocol of src/embed by itself, so that a
 * test can send every message that the SDK would never send. Playwright runs `hostilePage` in the page (tests/support/hostile-tab.ts).
 */

/** What the page got for a request. */
export interface HostileAnswer {
  readonly serial: number;
  /** Absent: a result. */
  readonly code?: number | undefined;
  readonly reason?: string | undefined;
  readonly result?: unknown;
  /** Milliseconds from the request to the answer, by the page's clock. */
  readonly ms: number;
}
export interface HostileRequest {
  /** Chosen by the test; comes back with the answer. */
  readonly serial: number;
  readonly method: string;
  readonly params: unknown;
}
/** `globalThis.hostile` of the page. */
export interface HostilePage {
  /** Opens the wallet's window, or another address in it; false when the browser blocks it. */
  open(address?: string, features?: string): boolean;
  /** Posts a hello with a new port. `nonce`: instead of a random one. `fields`: more fields, or other values. */
  hello(how?: { readonly nonce?: string; readonly fields?: object }): string;
  send(requests: readonly HostileRequest[]): void;
  /** Posts so many messages on the port that are no requests, or requests that no site may send. */
  malformed(count: number): void;
  /** Answers that belong to no request of the page, such as those with the id null. */
  readonly strays: readonly unknown[];
  /** The wallet's window. */
  target: Window | null;
  port: MessagePort | undefined;
  /** Messages of the kind `ready`, and welcomes, since the window was opened. */
  ready: number;
  welcomes: number;
}
/** The page with its hostile functions, and what Playwright adds for the test. */
export interface HostileWindow {
  readonly hostile: HostilePage;
  readonly report: (answer: HostileAnswer) => Promise<void>;
}

/** Runs in the page, at each load; it cannot use anything outside itself. `wallet`: the address of the wallet's folder. */
export function hostilePage(wallet: string): void {
  if (window.top !== window) return;
  const here = globalThis as unknown as { hostile: HostilePage; report: HostileWindow['report'] };
  const waiting = new Map<number, { readonly serial: number; readonly at: number }>();
  const strays: unknown[] = [];
  let nextId = 1;
  const heard = (data: unknown): void => {
    const { id, result, error, ostro } = data as {
      id?: number;
      result?: unknown;
      error?: { code: number; data?: { reason?: string } };
      ostro?: string;
    };
    if (ostro === 'welcome') {
      page.welcomes += 1;
      return;
    }
    const asked = waiting.get(id ?? 0);
    if (asked === undefined) {
      if (strays.length < 1000) strays.push(data);
      return;
    }
    waiting.delete(id ?? 0);
    const { serial, at } = asked;
    void here.report({
      ...{ serial, ms: performance.now() - at },
      ...(error ? { code: error.code, reason: error.data?.reason } : { result }),
    });
  };
  const page: HostilePage = {
    target: null,
    port: undefined,
    ready: 0,
    welcomes: 0,
    strays,
    open: (address = `${wallet}connect.html`, features = 'popup,width=420,height=780') => {
      page.ready = 0;
      page.welcomes = 0;
      page.target = open(address, 'ostro-connect', features);
      return page.target !== null;
    },
    hello: ({ nonce, fields } = {}) => {
      const { port1, port2 } = new MessageChannel();
      const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
      const chosen = nonce ?? bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
      page.port = port1;
      page.welcomes = 0;
      port1.onmessage = (event) => {
        heard(event.data);
      };
      const message = { ostro: 'hello', v: 1, nonce: chosen, ...fields };
      page.target?.postMessage(message, new URL(wallet).origin, [port2]);
      return chosen;
    },
    send: (requests) => {
      for (const { serial, method, params } of requests) {
        const id = nextId++;
        waiting.set(id, { serial, at: performance.now() });
        page.port?.postMessage({ id, method, params });
      }
    },
    malformed: (count) => {
      const cyclic: Record<string, unknown> = {};
      cyclic['itself'] = cyclic;
      const deep = (levels: number): object => (levels === 0 ? {} : { deeper: deep(levels - 1) });
      const request = (params: unknown, more: object = {}): object => ({
        ...{ id: nextId++, method: 'transfer', params },
        ...more,
      });
      const kinds: readonly (() => unknown)[] = [
        () => null,
        () => 'transfer',
        () => request({}, { id: -1 }),
        () => request({}, { id: 1.5 }),
        () => request({}, { id: undefined }),
        () => request({}, { origin: 'https://bank.example' }),
        () => request({}, { method: '__proto__' }),
        () => request({}, { method: 'constructor' }),
        () => request({}, { method: 'x'.repeat(100_000) }),
        () => request(JSON.parse('{"__proto__":{"spend":true}}')),
        () => request(JSON.parse('{"constructor":{"prototype":{"spend":true}}}')),
        () => request(deep(50)),
        () => request(cyclic),
        () => request({ destinations: new Array(1_000_000_000) }),
        () => request({ destinations: new Map([['address', 'x']]) }),
        () => request({ destinations: new Date() }),
        () => request({ data: 'x'.repeat(500_000) }),
        () => request({ data: new ArrayBuffer(1_000_000) }),
        () => request(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field${i}`, i]))),
        () => request({ amount: 2n ** 70n }),
        () => request([]),
      ];
      for (let i = 0; i < count; i++) page.port?.postMessage(kinds[i % kinds.length]!());
    },
  };
  here.hostile = page;
  addEventListener('message', ({ data }: MessageEvent<{ ostro?: string } | null>) => {
    if (data?.ostro === 'ready') page.ready += 1;
  });
}
