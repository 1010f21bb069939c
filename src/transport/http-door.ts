/**
 * What a door that speaks HTTP answers: POST {app}/json_rpc with an envelope, status 200 whatever the envelope gets, a
 * digest login if there is one. The service worker and the server of `npm run wallet-rpc` bring the HTTP.
 * Upstream: contrib/epee/include/net/http_server_impl_base.h, http_server_handlers_map2.h.
 */
import type { LoginCheck } from './http-login.ts';

export interface HttpRequest {
  readonly method: string;
  /** As the client sees it. */
  readonly path: string;
  readonly authorization?: string | undefined;
  readonly body: Uint8Array;
}
export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
export interface HttpDoorDeps {
  /** JSON in, JSON out; never throws. */
  readonly ask: (envelope: string) => Promise<string>;
  readonly path: string;
  readonly login?: LoginCheck | undefined;
}

export const answerHttp = async (
  { ask, path, login }: HttpDoorDeps,
  request: HttpRequest,
): Promise<HttpAnswer> => {
  const refusal = login?.check(request.method, request.authorization);
  if (refusal)
    return {
      status: 401,
      headers: [['Content-Type', 'text/html'], ...refusal.map((each) => ['WWW-Authenticate', each] as const)],
      body: '<html><head><title>Unauthorized Access</title></head><body><h1>401 Unauthorized</h1></body></html>',
    };
  if (request.path !== path) return { status: 404, headers: [['Content-Type', 'text/plain']], body: '' };
  return {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: await ask(wireText(request.body)),
  };
};

/** Bytes that are no UTF-8 become a text that is no envelope either. */
export const wireText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '\ufffd';
  }
};
