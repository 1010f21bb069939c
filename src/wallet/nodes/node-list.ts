/** The list of nodes that the person uses, their roles, and the changes that a person makes to it. */
import type { NodeKind, NodeSettings } from '../../ports/node-control.ts';
import { fault } from '../faults.ts';

export interface NodeList {
  /** In the order in which the wallet reads from them: the first is preferred. */
  readonly nodes: readonly NodeSettings[];
  /** Address of the node that gets transactions; empty: the node that the wallet reads from. */
  readonly send: string;
  /** Address of a node whose answers are only compared; empty: none. */
  readonly compare: string;
  /** When the person chose the first node, in milliseconds. It identifies the choice in records (`AskedNode.choice`). */
  readonly chosenAt: number;
}

export const NO_NODES: NodeList = { nodes: [], send: '', compare: '', chosenAt: 0 };

export const MAX_NODES = 50;

export function isNodeKind(value: unknown): value is NodeKind {
  return value === 'relay';
}

/** Fault bad_node_list. */
export function checkNodeList({ nodes, send, compare }: NodeList): void {
  if (nodes.length > MAX_NODES) throw fault('bad_node_list', { reason: 'too_many', address: '' });
  const addresses = nodes.map(({ address }) => address);
  const twice = addresses.find((address, i) => addresses.indexOf(address) !== i);
  if (twice !== undefined) throw fault('bad_node_list', { reason: 'twice', address: twice });
  for (const address of [send, compare])
    if (address !== '' && !addresses.includes(address))
      throw fault('bad_node_list', { reason: 'role', address });
}

export function nodeAt({ nodes }: NodeList, address: string): NodeSettings | undefined {
  return nodes.find((node) => node.address === address);
}

/** A list of this node alone; of none for undefined. */
export function onlyNode(node: NodeSettings | undefined, now: number): NodeList {
  return { ...NO_NODES, nodes: node ? [withoutLogin(node)] : [], chosenAt: now };
}

/** Puts a node first. Without a user name it keeps the login that the list has for this address; it keeps the kind, too. */
export function withFirst(list: NodeList, node: NodeSettings, now: number): NodeList {
  const first = withoutLogin(node);
  const known = nodeAt(list, first.address);
  const { username, password } = known ?? {};
  const login = first.username === undefined && username ? { username, password: password ?? '' } : {};
  const others = list.nodes.filter(({ address }) => address !== first.address);
  return {
    ...list,
    nodes: [{ ...connectionOf(known), ...kindOf(known), ...first, ...login }, ...others],
    chosenAt: now,
  };
}

/**
 * The list that a person has edited. A node without a password keeps the one that `old` has for the same address and
 * user name. The choice of the first node is a new one only if it is another node.
 */
export function edited(old: NodeList, next: Omit<NodeList, 'chosenAt'>, now: number): NodeList {
  const nodes = next.nodes.map(withoutLogin).map((node) => keepPassword(old, node));
  const same = nodes[0] !== undefined && nodes[0].address === old.nodes[0]?.address;
  const [send, compare] = [next.send, next.compare].map((address) => withoutLogin({ address }).address);
  return { nodes, send: send!, compare: compare!, chosenAt: same ? old.chosenAt : now };
}

const keepPassword = (old: NodeList, given: NodeSettings): NodeSettings => {
  const known = nodeAt(old, given.address);
  const node = { ...connectionOf(known), ...given };
  return node.username && node.password === undefined && known?.username === node.username
    ? { ...node, password: known.password ?? '' }
    : node;
};

/** The settings that protect the connection to a node: a caller that edits the list does not know it, and must not lose it. */
const connectionOf = ({ tls, proxy }: Partial<NodeSettings> = {}): Partial<NodeSettings> => ({
  ...(tls && { tls }),
  ...(proxy !== undefined && { proxy }),
});

const kindOf = ({ kind }: Partial<NodeSettings> = {}): Partial<NodeSettings> => (kind ? { kind } : {});

/** Moves a login from the address into its own fields: addresses are shown, and stored unencrypted. */
const withoutLogin = (node: NodeSettings): NodeSettings => {
  const typed = node.address.trim();
  const parts = /^(https?:\/\/)?([^@/]*)@(.*)$/i.exec(typed);
  if (!parts) return { ...node, address: typed };
  const [, scheme = '', login = '', rest = ''] = parts;
  const [username = '', ...password] = login.split(':');
  return {
    username: unescaped(username),
    password: unescaped(password.join(':')),
    ...node,
    address: scheme + rest,
  };
};
const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
