/** Answers requests with the session's wallet, and emits its events. All transports use it. */
import { onDemand } from '../base/on-demand.ts';
import { dispatch, type DispatchOptions, type Envelope } from './dispatch.ts';
import type { WalletSession } from '../wallet/session/types.ts';
import { statusOf, statusShape } from './wire/status.ts';
import { writeShape } from './schema.ts';

export interface RpcServer {
  request(envelope: unknown, options?: DispatchOptions): Promise<Envelope>;
  /** For callers outside the app: JSON text in, JSON text out. Fault part_not_loaded. */
  text(envelope: string, options?: DispatchOptions): Promise<string>;
  on(listener: (event: { readonly type: string; readonly data: unknown }) => void): () => void;
}

const textPart = onDemand(() => import('./dispatch-text.ts'));

export function serve(session: WalletSession, { onBug }: Pick<DispatchOptions, 'onBug'> = {}): RpcServer {
  return {
    request: (envelope, options) => dispatch(session, envelope, { ...options, ...(onBug && { onBug }) }),
    text: async (envelope, options) =>
      (await textPart()).dispatchText(session, envelope, { ...options, ...(onBug && { onBug }) }),
    on: (listener) => {
      const emitStatus = (): void =>
        listener({ type: 'status', data: writeShape(statusShape, statusOf(session)) });
      const off = [
        session.on('status', emitStatus),
        session.on('log', (data) => listener({ type: 'log', data })),
        session.on('changed', (data) => listener({ type: 'changed', data })),
        session.on('received', (data) => listener({ type: 'received', data })),
        session.on('recorded', (data) => listener({ type: 'recorded', data })),
        session.on('closed', (data) => {
          listener({ type: 'closed', data });
          emitStatus();
        }),
      ];
      return () => {
        for (const each of off) each();
      };
    },
  };
}
