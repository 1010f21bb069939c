/**
 * Why did a request fail? Browsers only say "TypeError: Failed to fetch" for all of refused, no such host, bad
 * certificate, mixed content and CORS, so that pages cannot map networks. What a page may find out, this file does.
 *
 * - A secure page and a plain http node that is not this device: mixed content.
 * - A second request in mode no-cors gets through (its answer stays hidden): the node answers, its CORS headers do not.
 * - An https node fails, the same host and port answer plain http: the certificate or TLS itself.
 * - Node's fetch names the reason in `cause.code`.
 */
import type { DaemonFaults } from '../ports/faults.ts';
import type { Fault } from '../base/fault.ts';
import { discard } from './body.ts';
import { fault } from './faults.ts';
import type { NodeAddress, Page } from './node-address.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Failure = Fault<
  'node_unreachable' | 'node_refuses_browsers' | 'node_tls' | 'node_mixed_content',
  DaemonFaults['node_unreachable']
>;

/** What every request of this room has in common: no cookie, no referrer, no cache, no following to other places. */
export const PLAIN: RequestInit = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  redirect: 'manual',
};

/** Names a failed fetch. Makes at most two requests, which carry nothing. */
export const diagnose = async (
  { fetch, page }: { readonly fetch: Fetch; readonly page?: Page | undefined },
  node: NodeAddress,
  error: unknown,
  signal: AbortSignal,
): Promise<Failure> => {
  const address = node.text;
  const reason = causeCode(error);
  if (/CERT|SIGNED|TLS|SSL|EPROTO/.test(reason)) return fault('node_tls', { address });
  if (!page || reason !== '') return fault('node_unreachable', { address });
  if (page.secure && !node.secure && !node.loopback) return fault('node_mixed_content', { address });
  const answers = async (base: string): Promise<boolean> => {
    try {
      // Browsers fail every no-cors request that would not follow redirects.
      const blind = { ...PLAIN, mode: 'no-cors', redirect: 'follow', signal } as const;
      await discard(await fetch(`${base}/get_height`, blind));
      return true;
    } catch {
      return false;
    }
  };
  if (await answers(node.base)) return fault('node_refuses_browsers', { address });
  const mayTryPlain = node.secure && (!page.secure || node.loopback);
  if (mayTryPlain && (await answers(node.base.replace(/^https/, 'http'))))
    return fault('node_tls', { address });
  if (node.local && (await localNetworkDenied()))
    return fault('node_unreachable', { address, hint: 'local_network_denied' });
  return fault('node_unreachable', { address, ...(node.secure && { hint: 'certificate_or_down' }) });
};

const causeCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** Chrome lets a person forbid pages to reach this device and the house's network. */
const localNetworkDenied = async (): Promise<boolean> => {
  const permissions = (globalThis.navigator as Partial<WorkerNavigator> | undefined)?.permissions;
  try {
    const name = 'local-network-access' as PermissionName; // newer than the compiler's list
    return (await permissions?.query({ name }))?.state === 'denied';
  } catch {
    return false; // a browser that does not know the name has no such wall
  }
};
