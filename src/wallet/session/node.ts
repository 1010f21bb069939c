/**
 * Stores which node to ask: in the wallet's encrypted settings with the login, and in the app settings without it,
 * since everybody with access to the device can read those.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import { isFault } from '../../base/fault.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import { change, put } from '../state/state.ts';
import type { Wallet, World } from '../wallet.ts';

const KEY = 'node';

/** Sets and stores the node; undefined: no node. Fault bad_node_address. */
export async function chooseNode(
  { chain, settings }: World,
  wallet: Wallet | undefined,
  node: NodeSettings | undefined,
): Promise<void> {
  const chosen = node && withoutLogin(node);
  chain.use(chosen);
  const { address = '', trusted = false, username = '', password = '' } = chosen ?? {};
  await settings.set(KEY, chosen && writeJson({ address, trusted }));
  await wallet?.ledger.commit((state) =>
    change([put('settings', '', { ...state.settings, node: { address, trusted, username, password } })]),
  );
}

/** Moves a login from the address into its own fields: addresses are shown, and stored unencrypted. */
const withoutLogin = (node: NodeSettings): NodeSettings => {
  const parts = /^(https?:\/\/)?([^@/]*)@(.*)$/i.exec(node.address.trim());
  if (!parts) return node;
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

/** Uses the stored node when the app starts. */
export async function recallNode({ chain, settings }: World): Promise<void> {
  const node = readNode((await settings.get(KEY)) ?? '');
  if (node && !chain.node) useIfPossible(chain, node);
}

/** Undefined for a text that cannot be read: a damaged setting must not keep the app from starting. */
const readNode = (text: string): NodeSettings | undefined => {
  try {
    const { address, trusted } = parseJson(text) as {
      readonly address?: unknown;
      readonly trusted?: unknown;
    };
    return typeof address === 'string' ? { address, trusted: trusted === true } : undefined;
  } catch {
    return undefined;
  }
};

/** Uses the node of an opened wallet, if it has one. */
export function useWalletNode({ chain }: World, { state }: Wallet): void {
  const { node } = state.settings;
  if (!node) return;
  if (node.address === '') chain.use(undefined);
  else useIfPossible(chain, node);
}

/** Ignores an address that this page cannot use any more: the wallet opens without a node. */
const useIfPossible = (
  chain: World['chain'],
  { address, username, password, trusted }: NodeSettings,
): void => {
  try {
    chain.use({
      address,
      trusted: trusted ?? false,
      ...(username && { username, password: password ?? '' }),
    });
  } catch (error) {
    if (!isFault(error, 'bad_node_address')) throw error;
  }
};
