/**
 * Answers HTTP requests POST {app}/json_rpc: status 200 with an envelope, and digest authentication if a login is
 * set. The service worker and the server of `npm run wallet-rpc` supply the HTTP.
 * Upstream: contrib/epee/include/net/http_server_impl_base.h, http_server_handlers_map2.h.
 */
import type { LoginRefusal } from './http-login.ts';

/** A request before its body is read. */
export interface HttpHead {
  readonly method: string;
  /** Request target, with its query. */
  readonly path: string;
  readonly authorization?: string | undefined;
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
}
export interface HttpRequest extends HttpHead {
  readonly body: Uint8Array;
}
export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
/** A LoginCheck, or a check that asks elsewhere. */
export interface LoginAsker {
  check(method: string, authorization: string | undefined): LoginRefusal | Promise<LoginRefusal>;
}
export interface HttpEndpoint {
  readonly path: string;
  readonly login?: LoginAsker | undefined;
}
export interface HttpEndpointDeps extends HttpEndpoint {
  /** JSON text in, JSON text out; never throws. */
  readonly ask: (envelope: string, idempotencyKey?: string) => Promise<string>;
}

/** Undefined when the body may be read; otherwise the answer to a request without login or with another path. */
export async function refuseHttp(
  { path, login }: HttpEndpoint,
  { method, path: asked, authorization }: HttpHead,
): Promise<HttpAnswer | undefined> {
  const challenges = await login?.check(method, authorization);
  if (challenges)
    return {
      status: 401,
      headers: [
        ['Content-Type', 'text/html'],
        ...challenges.map((each) => ['WWW-Authenticate', each] as const),
      ],
      body: '<html><head><title>Unauthorized Access</title></head><body><h1>401 Unauthorized</h1></body></html>',
    };
  if (asked !== path) return { status: 404, headers: [['Content-Type', 'text/plain']], body: '' };
  return undefined;
}

export function envelopeAnswer(body: string): HttpAnswer {
  return {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body,
  };
}

export async function answerHttp(
  { ask, ...endpoint }: HttpEndpointDeps,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const { body, idempotencyKey } = request;
  return (await refuseHttp(endpoint, request)) ?? envelopeAnswer(await ask(wireText(body), idempotencyKey));
}

/** Decodes UTF-8. Invalid bytes give a text that does not parse as an envelope. */
export function wireText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '\ufffd';
  }
}
