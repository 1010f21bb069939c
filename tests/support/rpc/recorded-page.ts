/** The state of a page at the other end of a MessageChannel; every message in both directions is recorded. */
import { createClient } from '../../../src/client/client.ts';
import { serve } from '../../../src/rpc/serve.ts';
import type { PortEvent, RpcResponse } from '../../../src/transport/port.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import type { RpcSession } from './fixture.ts';

export interface RecordedPage {
  readonly page: Session;
  /** In the order in which they were sent. */
  readonly messages: unknown[];
  /** Methods that the page called. */
  methods(): string[];
  close(): void;
}
interface Message {
  readonly call?: number;
  readonly body: unknown;
}

export async function openRecordedPage({ session }: RpcSession): Promise<RecordedPage> {
  const { port1: worker, port2: ui } = new MessageChannel();
  const messages: unknown[] = [];
  const post = (port: MessagePort, message: Message): void => {
    messages.push(structuredClone(message));
    port.postMessage(message);
  };
  const served = serve(session);
  worker.onmessage = ({ data }: MessageEvent<Message>) => {
    void served.request(data.body).then((body) => post(worker, { ...data, body }));
  };
  const off = served.on((body) => post(worker, { body }));

  const waiting = new Map<number, (answer: RpcResponse) => void>();
  const listeners = new Set<(event: PortEvent) => void>();
  ui.onmessage = ({ data: { call, body } }: MessageEvent<Message>) => {
    if (call !== undefined) waiting.get(call)?.(body as RpcResponse);
    else for (const listener of listeners) listener(body as PortEvent);
  };
  let calls = 0;
  const page = new Session(
    createClient({
      request: (body) =>
        new Promise((resolve) => {
          calls += 1;
          waiting.set(calls, resolve);
          post(ui, { call: calls, body });
        }),
      on: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
  );
  const stop = page.listen();
  await page.start();
  return {
    page,
    messages,
    methods: () =>
      messages.flatMap((message) => {
        const { method } = (message as { body: { method?: string } }).body;
        return method === undefined ? [] : [method];
      }),
    close: () => {
      stop();
      off();
      worker.close();
    },
  };
}
