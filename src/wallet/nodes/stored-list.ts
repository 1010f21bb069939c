/**
 * Reads and writes the list of nodes: in the wallet's encrypted settings with the logins, and in the app settings
 * without them, since everybody with access to the device can read those. Earlier versions stored one node, under
 * `node`: it is read as a list of one.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import type { AppSettings } from '../../ports/app-settings.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { Settings, StoredNode } from '../state/records/settings.ts';
import { isNodeKind, MAX_NODES, NO_NODES, nodeAt, onlyNode, type NodeList } from './node-list.ts';

const KEY = 'nodes';
/** Key of the single node of earlier versions. */
const LEGACY_KEY = 'node';

export async function writeAppList(settings: AppSettings, list: NodeList): Promise<void> {
  const { nodes, send, compare, chosenAt } = list;
  const known = nodes.map(({ address, trusted = false, kind }) => ({
    address,
    trusted,
    ...(kind && { kind }),
  }));
  await settings.set(KEY, writeJson({ nodes: known, send, compare, chosen_at: chosenAt }));
  await settings.set(LEGACY_KEY, undefined);
}

/** Undefined when none is stored, or nothing that can be read: a damaged setting must not keep the app from starting. */
export async function readAppList(settings: AppSettings): Promise<NodeList | undefined> {
  const [now, legacy] = [await settings.get(KEY), await settings.get(LEGACY_KEY)];
  if (now !== undefined) return listOf(read(now));
  const node = legacy === undefined ? undefined : nodeOf(read(legacy));
  return node && onlyNode(node, 0);
}

const read = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

const listOf = (value: unknown): NodeList | undefined => {
  const { nodes, send, compare, chosen_at } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (!Array.isArray(nodes)) return undefined;
  const list = {
    ...NO_NODES,
    nodes: nodes.slice(0, MAX_NODES).flatMap((node) => nodeOf(node) ?? []),
    chosenAt: typeof chosen_at === 'number' ? chosen_at : 0,
  };
  const role = (address: unknown): string =>
    typeof address === 'string' && nodeAt(list, address) ? address : '';
  return { ...list, send: role(send), compare: role(compare) };
};

const nodeOf = (value: unknown): NodeSettings | undefined => {
  const { address, trusted, kind } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (typeof address !== 'string') return undefined;
  return { address, trusted: trusted === true, ...(isNodeKind(kind) && { kind }) };
};

/** The settings of a wallet with this list; without the single node of an earlier version. */
export function withNodes({ node: _old, ...settings }: Settings, list: NodeList): Settings {
  const { send, compare, chosenAt } = list;
  const nodes = list.nodes.map(({ address, username = '', password = '', trusted = false, kind }) => ({
    address,
    username,
    password,
    trusted,
    ...(kind && { kind }),
  }));
  return { ...settings, nodes: { nodes, send, compare, chosenAt } };
}

/** The list of a wallet; undefined when none was ever chosen in it. */
export function nodesOf({ node, nodes }: Settings): NodeList | undefined {
  if (nodes) return { ...nodes, nodes: nodes.nodes.map(fromStored) };
  return node && onlyNode(node.address === '' ? undefined : fromStored(node), 0);
}

const fromStored = ({ address, username, password, trusted, kind }: StoredNode): NodeSettings => ({
  address,
  trusted,
  ...(kind && { kind }),
  ...(username !== '' && { username, password }),
});
