/** Sets, stores and recalls the nodes of the session. */
import { isFault } from '../../base/fault.ts';
import type { NodeAnswer } from '../../ports/node-calls.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { OwnNode } from '../../ports/own-node.ts';
import { fault } from '../faults.ts';
import {
  checkNodeList,
  edited,
  NO_NODES,
  nodeAt,
  onlyNode,
  withFirst,
  type NodeList,
} from '../nodes/node-list.ts';
import { nodesOf, readAppList, withNodes, writeAppList } from '../nodes/stored-list.ts';
import { change, put, remove } from '../state/state.ts';
import type { Delete } from '../state/tables.ts';
import type { OpenWallet, World } from '../wallet.ts';
import { emitStatus, type SessionContext } from './context.ts';
import { restartSync } from './refresh.ts';

/** Puts a node first in the list; undefined: removes all nodes. Fault bad_node_address. */
export async function preferNode(context: SessionContext, node: NodeSettings | undefined): Promise<void> {
  const now = context.world.clock.now();
  await setNodes(context, node ? withFirst(context.nodes.list, node, now) : onlyNode(undefined, now));
}

/** Makes a node the only one, without roles; undefined: no node. Fault bad_node_address. */
export async function useOnlyNode(context: SessionContext, node: NodeSettings | undefined): Promise<void> {
  await setNodes(context, onlyNode(node, context.world.clock.now()));
}

/** Faults bad_node_address, bad_node_list. */
export async function editNodes(context: SessionContext, next: Omit<NodeList, 'chosenAt'>): Promise<void> {
  await setNodes(context, edited(context.nodes.list, next, context.world.clock.now()));
}

const setNodes = async (context: SessionContext, list: NodeList): Promise<void> => {
  const { nodes, world, open } = context;
  checkNodeList(list);
  for (const node of list.nodes) world.chain.checkAddress(node);
  nodes.set(list);
  await writeAppList(world.settings, list);
  await open?.ledger.commit(({ settings, tables }) =>
    change([put('settings', '', withNodes(settings, list))], forgottenLies(tables, list)),
  );
  restartSync(context);
  emitStatus(context);
};

/** A relay that was removed from the list may be added again: then it is read from as any other. */
const forgottenLies = ({ relayLies }: OpenWallet['state']['tables'], list: NodeList): readonly Delete[] =>
  [...relayLies.keys()]
    .filter((address) => !nodeAt(list, address))
    .map((address) => remove('relayLies', address));

/** The user's own node among the stored ones. Fault node_not_own. */
export async function ownNodeAt({ world, nodes }: SessionContext, address: string): Promise<OwnNode> {
  const node = nodeAt(nodes.list, address);
  if (!node?.trusted) throw fault('node_not_own', { address, call: 'a command of its owner' });
  return world.chain.own(node);
}

/**
 * Makes one call to a node of the list, with its stored login. Faults bad_node_call (also for a node that is not in the
 * list), node_not_own, node_*.
 */
export async function callNodeAt(
  { world, nodes }: SessionContext,
  address: string,
  call: string,
  params: Readonly<Record<string, unknown>>,
): Promise<NodeAnswer> {
  const node = nodeAt(nodes.list, address);
  if (!node) throw fault('bad_node_call', { call, what: 'the node is not in the list' });
  return world.chain.callNode(node, call, params);
}

/** Uses the stored nodes when the app starts. */
export async function recallNodes({ world, nodes }: SessionContext): Promise<void> {
  const list = await readAppList(world.settings);
  if (list && !world.chain.node) nodes.set(onlyUsable(world, list));
}

/** Uses the nodes of an opened wallet, if any were chosen in it. */
export function useWalletNodes({ world, nodes }: SessionContext, { state }: OpenWallet): void {
  const list = nodesOf(state.settings);
  if (list) nodes.set(onlyUsable(world, list));
}

/**
 * Stores nodes with a login that were chosen before the wallet was made in the wallet: the settings of the app keep no
 * logins, so the next start would not know them.
 */
export async function keepLogins({ nodes }: SessionContext, { state, ledger }: OpenWallet): Promise<void> {
  const hasLogin = nodes.list.nodes.some(({ username }) => username !== undefined);
  if (hasLogin && !nodesOf(state.settings))
    await ledger.commit(({ settings }) => change([put('settings', '', withNodes(settings, nodes.list))]));
}

/** Leaves out addresses that cannot be read: the app starts and the wallet opens with the others. */
const onlyUsable = ({ chain }: World, list: NodeList): NodeList => {
  const nodes = list.nodes.filter((node) => isUsable(chain, node));
  return nodes.length === 0 ? { ...NO_NODES, chosenAt: list.chosenAt } : { ...list, nodes };
};

const isUsable = (chain: World['chain'], node: NodeSettings): boolean => {
  try {
    chain.checkAddress(node);
    return true;
  } catch (error) {
    if (!isFault(error, 'bad_node_address')) throw error;
    return false;
  }
};
