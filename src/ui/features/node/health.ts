/** Tests a node, and says what a health card shows of it: in one line, and in rows. */
import type { Client, Params, Result } from '../../../client/client.ts';
import { byteSize, count, counted } from '../../format/format.ts';
import { explain } from '../../messages/explain.ts';
import type { Asker } from './reason.ts';
import { reasonOf, type Refusal } from './reasons.ts';

const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'the main network',
  stagenet: 'stagenet (test)',
  testnet: 'testnet (test)',
};

export type Health = Result<'x_node_health'>;
/** State of a node's test: asked now, its answer, or why there is none. */
export type Test =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly health: Health }
  | { readonly state: 'refused'; readonly refusal: Refusal };
export interface Verdict {
  readonly kind: 'asking' | 'good' | 'care' | 'bad';
  readonly text: string;
}
export interface HealthRow {
  readonly name: string;
  readonly value: string;
}

const SLOW_MS = 2000;
/** A node that is two blocks behind may just not have heard of the newest. */
export const MAX_BLOCKS_BEHIND = 3;

/** Why the node cannot be used, if so. */
export function refusalOf(test: Test | undefined): Refusal | undefined {
  if (test?.state === 'refused') return test.refusal;
  return test?.state === 'answered' ? test.health.problem : undefined;
}

/** `highest`: the greatest height among all nodes of the list that answered. */
export function verdictOf(test: Test, highest: number, asker: Asker): Verdict {
  if (test.state === 'asking') return { kind: 'asking', text: 'Asking …' };
  const refusal = refusalOf(test);
  if (refusal || test.state === 'refused')
    return { kind: 'bad', text: refusal ? reasonOf(refusal, asker).title : '' };
  const { height, milliseconds } = test.health;
  const blocksBehind = highest - height;
  const answered = `answered in ${count(milliseconds)} ms`;
  if (blocksBehind >= MAX_BLOCKS_BEHIND)
    return {
      kind: 'care',
      text: `${counted(blocksBehind, ['# block', '# blocks'])} behind another node, ${answered}`,
    };
  return milliseconds > SLOW_MS
    ? { kind: 'care', text: `Works, but slowly: ${answered}` }
    : { kind: 'good', text: `Works, ${answered}` };
}

/** Rows of the card; what the node hides has no row. */
export function rowsOf(health: Health, highest: number): readonly HealthRow[] {
  const { height, targetHeight: target, version, rpcVersion: rpc, fees = [], restricted } = health;
  const blocksBehind = Math.max(0, highest - height);
  const rows: (readonly [string, string | undefined])[] = [
    ['Height', count(height)],
    [
      'Against the other nodes',
      blocksBehind === 0 ? 'in step' : `${counted(blocksBehind, ['# block', '# blocks'])} behind`,
    ],
    [
      'Its own reading',
      health.synchronized ? 'up to date' : target > 0 ? `up to ${count(target)}` : 'not done',
    ],
    ['Network', health.devnet ? 'private test network' : (NETWORKS[health.network] ?? health.network)],
    ['Version', version === '' ? 'does not say' : version],
    ['Version of its RPC', rpc && `${rpc.major}.${rpc.minor}`],
    ['Version of the rules', health.rulesVersion?.toString()],
    ['Access', restricted ? 'for everybody (restricted)' : 'for its owner (unrestricted)'],
    ['Answered in', `${count(health.milliseconds)} ms`],
    ['Transactions waiting', count(health.poolSize)],
    [
      'Fees, piconero per byte',
      fees.length > 0 ? fees.map((fee) => count(Number(fee))).join(' · ') : undefined,
    ],
    ['Size of its database', sizeOf(health.databaseSize, restricted)],
    ['Free space', sizeOf(health.freeSpace, false)],
    ['Peers it called', health.peersOut?.toString()],
    ['Peers that called it', health.peersIn?.toString()],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** A restricted node rounds the size of its database up. */
const sizeOf = (bytes: number | bigint | undefined, rounded: boolean): string | undefined =>
  bytes === undefined ? undefined : rounded ? `at most ${byteSize(Number(bytes))}` : byteSize(Number(bytes));

/** Tests one node: its health, or why there is none. Without a login the worker uses the stored one of this address. */
export async function askHealth(client: Client, node: Params<'x_node_health'>): Promise<Test> {
  try {
    return { state: 'answered', health: await client.call('x_node_health', node) };
  } catch (error) {
    const { fault, data } = explain(error);
    return { state: 'refused', refusal: { fault, data: { address: node.address, ...data } } };
  }
}
