/**
 * Finds the reason of a failed request. Browsers report the same "TypeError: Failed to fetch" for a refused
 * connection, an unknown host, a bad certificate, mixed content and CORS, so that pages cannot map networks. This
 * file uses what is known without another request:
 *
 * - An https page and a node over plain http that is not on this device: mixed content.
 * - In Node.js, fetch gives the reason in `cause.code`.
 *
 * A request in mode no-cors could tell a node without CORS headers from one that is down. But browsers allow this
 * mode only for requests that follow redirects, with which a node could send the wallet to any other host. So no such
 * request is made.
 */
import { COMMAND_GONE } from '../base/by-command.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import type { Fault } from '../base/fault.ts';
import { fault } from './faults.ts';
import type { AskingPage } from '../base/node-url.ts';
import type { NodeAddress } from './node-address.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Failure = Fault<
  'node_unreachable' | 'node_tls' | 'node_mixed_content',
  DaemonFaults['node_unreachable']
>;

/** The code of an error of ours (src/nodejs/node-tls.ts), whose message says what the TLS settings miss. */
export const REFUSED_CERTIFICATE = 'ERR_CERT_NOT_ALLOWED';

/** Options of every request of this module: no cookies, no referrer, no cache, no redirects. */
export const PLAIN: RequestInit = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  redirect: 'manual',
};

/** The fault for a failed fetch. Sends nothing. */
export async function diagnose(
  page: AskingPage | undefined,
  node: NodeAddress,
  error: unknown,
): Promise<Failure> {
  const address = node.text;
  const reason = causeCode(error);
  if (reason === REFUSED_CERTIFICATE)
    return fault('node_tls', { address, why: ((error as Error).cause as Error).message });
  if (reason === COMMAND_GONE) return fault('node_unreachable', { address, hint: 'command_gone' });
  if (/CERT|SIGN|TLS|SSL|EPROTO/.test(reason)) return fault('node_tls', { address });
  if (!page || reason !== '') return fault('node_unreachable', { address });
  if (page.secure && !node.secure && !node.loopback) return fault('node_mixed_content', { address });
  const hint = node.local && (await localNetworkDenied()) ? 'local_network_denied' : 'hidden_by_browser';
  return fault('node_unreachable', { address, hint });
}

const causeCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** True if the user has forbidden this page to reach this device and its network (Chrome asks for permission). */
const localNetworkDenied = async (): Promise<boolean> => {
  const permissions = (globalThis.navigator as Partial<WorkerNavigator> | undefined)?.permissions;
  try {
    const name = 'local-network-access' as PermissionName; // newer than the compiler's list
    return (await permissions?.query({ name }))?.state === 'denied';
  } catch {
    return false; // a browser without this permission does not block
  }
};
