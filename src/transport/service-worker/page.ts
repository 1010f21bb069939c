/** The page's end of `POST {app}/json_rpc`: checks that access is on, then answers as the HTTP server does. */
import { answerHttp } from '../http-endpoint.ts';
import type { LoginCheck } from '../http-login.ts';
import type { ForwardedCall, Reply } from './worker.ts';

export interface PageEnd {
  /** Undefined: access is off. `login` null: every script of this site may call. */
  readonly open: () => { readonly login: LoginCheck | null } | undefined;
  readonly ask: (envelope: string, idempotencyKey?: string) => Promise<string>;
}
/** The part of `navigator.serviceWorker` that is used. */
interface Container {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export function answerForwardedCalls(container: Container, { open, ask }: PageEnd): void {
  container.addEventListener(
    'message',
    ({ data, ports: [port] }: MessageEvent<Partial<ForwardedCall> | null>) => {
      if (data?.type !== 'ostro json_rpc' || !data.request || !port) return;
      const reply = (message: Reply): void => port.postMessage(message);
      const state = open();
      if (!state) {
        reply('no');
        return;
      }
      const { request } = data;
      const run = (): void =>
        void answerHttp({ ask, path: request.path, login: state.login ?? undefined }, request).then(
          reply,
          () => reply({ status: 500, headers: [], body: '' }),
        );
      // A service worker that no longer waits has answered the call, or given it to another page. It sends no `go` then.
      if (data.sendsGo) port.onmessage = run;
      reply('yes');
      if (!data.sendsGo) run();
    },
  );
}
