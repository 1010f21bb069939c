/** The node in use, the network that it must be on, and functions that ask it. */
import type { Fault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import type { ChainTip } from '../ports/block-source.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import type { Network } from '../protocol/address/address.ts';
import { ask, type Endpoint } from './ask.ts';
import type { Fetch } from './diagnose.ts';
import { fault } from './faults.ts';
import { createHttp, type Http, type HttpWorld } from './http.ts';
import { readNodeAddress } from './node-address.ts';
import { SHARED_CONNECTIONS, type SharedConnection, type SharedNodes } from './shared-nodes.ts';

export interface NodeWorld extends HttpWorld {
  /** Connections of the whole process. Absent: those of this wallet alone. */
  readonly shared?: SharedNodes | undefined;
}

export interface NodeLink {
  readonly world: NodeWorld;
  connection: NodeConnection | undefined;
  /** The network of the open wallet; undefined while none is open, and then no network is wrong. */
  expected: Network | undefined;
  /** Only nodes of a regtest chain are right, on any machine. */
  readonly regtest?: boolean | undefined;
}

export interface NodeConnection {
  readonly settings: NodeSettings;
  readonly http: Http;
  /** Shared with other wallets of the process. Absent: this wallet shares nothing. */
  readonly shared?: SharedConnection;
  /** The last checked tip of the node. */
  tip?: ChainTip | undefined;
}

/** A relay's nonce is good on any connection. */
const RELAY_LOGINS = 4;

/** Sends nothing. Faults bad_node_address, bad_node_tls, proxy_already_set. */
export function connect(world: NodeWorld, settings: NodeSettings): NodeConnection {
  const own = settings.trusted === true;
  const node = readNodeAddress(settings, world.page);
  const fetch = fetchOf(world, settings);
  const logins = settings.kind === 'relay' ? RELAY_LOGINS : 1;
  const make = (connections?: number): Http =>
    createHttp({ ...world, fetch }, node, own, connections, logins);
  if (!world.shared) return { settings, http: make() };
  const shared = world.shared.connectionOf(fetch, node, own, () => make(SHARED_CONNECTIONS));
  return { settings, http: shared.http, shared };
}

const fetchOf = ({ fetch, fetchBy }: HttpWorld, { tls, proxy }: NodeSettings): Fetch => {
  if (!tls && proxy === undefined) return fetch;
  // A node must never be asked without what protects the connection to it.
  if (!fetchBy) throw new Error('nothing here follows TLS settings or a proxy');
  return fetchBy({ ...(tls && { tls }), ...(proxy !== undefined && { proxy }) });
};

/** The connection to the node in use. Fault no_node. */
export function currentNode({ connection }: NodeLink): NodeConnection {
  if (!connection) throw fault('no_node');
  return connection;
}

/** Async, so that a missing node rejects like all other faults. */
export async function askNode<T>(link: NodeLink, endpoint: Endpoint<T>, signal?: AbortSignal): Promise<T> {
  return ask(currentNode(link).http, endpoint, signal);
}

/** How a public question may be answered: `maxAgeMs`: see shared-questions.ts. */
export interface PublicOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxAgeMs?: number | undefined;
}

/** A question whose answer is the same for every wallet: wallets of a process share it. */
export async function askPublic<T>(
  link: NodeLink,
  endpoint: Endpoint<T>,
  options: PublicOptions,
): Promise<T> {
  return askShared(currentNode(link), endpoint, options);
}

const askShared = <T>(
  { http, shared }: NodeConnection,
  endpoint: Endpoint<T>,
  options: PublicOptions,
): Promise<T> => {
  if (!shared) return ask(http, endpoint, options.signal);
  const { path, method, body } = endpoint;
  const send = (signal: AbortSignal): Promise<T> => ask(http, endpoint, signal);
  return shared.questions.ask(`${path} ${method ?? ''} ${toHex(body)}`, send, options);
};

/** `askTip` of the node in use. */
export async function askPublicTip(
  link: NodeLink,
  endpoint: Endpoint<ChainTip>,
  options: PublicOptions = {},
): Promise<ChainTip> {
  const node = currentNode(link);
  return checkedTip(link, node, await askShared(node, endpoint, options));
}

/**
 * Own fault: node_wrong_network, also for a regtest node that is not on this device (regtest has mainnet's addresses
 * and genesis block, so money of a regtest chain would look like mainnet's).
 */
export async function askTip(
  link: NodeLink,
  node: NodeConnection,
  endpoint: Endpoint<ChainTip>,
  signal?: AbortSignal,
): Promise<ChainTip> {
  return checkedTip(link, node, await ask(node.http, endpoint, signal));
}

const checkedTip = (link: NodeLink, node: NodeConnection, tip: ChainTip): ChainTip => {
  const wrong = wrongNetwork(link, node, tip);
  if (wrong) throw wrong;
  node.tip = tip;
  return tip;
};

/** Fault node_wrong_network for a node of another network than the open wallet, else undefined. */
export function wrongNetwork(
  { expected, regtest = false }: NodeLink,
  { http }: NodeConnection,
  { network, devnet }: Pick<ChainTip, 'network' | 'devnet'>,
): Fault<'node_wrong_network', object> | undefined {
  const { text: address, loopback } = http.node;
  const wanted = regtest ? devnet : !devnet || loopback;
  if (expected === undefined || (network === expected && wanted)) return undefined;
  return fault('node_wrong_network', {
    address,
    expected: regtest ? 'regtest' : expected,
    actual: devnet ? 'regtest' : network,
  });
}

/** Fault node_not_synchronised. */
export function requireSynchronised(
  { http }: NodeConnection,
  { synchronized, height, targetHeight }: ChainTip,
): void {
  if (!synchronized)
    throw fault('node_not_synchronised', { address: http.node.text, height, target: targetHeight });
}

/**
 * Sends the questions in requests of at most `size` questions, one request at a time: at most two requests to a node
 * run at once (http.ts; with a login only one), and other callers should not wait until all of these are answered.
 */
export async function askInParts<Q, T>(
  link: NodeLink,
  questions: readonly Q[],
  size: number,
  endpoint: (part: readonly Q[]) => Endpoint<readonly T[]>,
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const { http } = currentNode(link);
  const answers: T[] = [];
  for (let at = 0; at < questions.length; at += size)
    answers.push(...(await ask(http, endpoint(questions.slice(at, at + size)), signal)));
  return answers;
}
