/**
 * Which node to ask, remembered in two places: in the wallet's own encrypted settings with its login, and for the next
 * start of the app without one, since app settings are readable by whoever has the device.
 */
import { parseJson, writeJson } from '../../base/json.ts';
import { isFault } from '../../base/fault.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import { change, put } from '../state/state.ts';
import type { Wallet, World } from '../wallet.ts';

const KEY = 'node';

/** Changes the node and remembers it; undefined: none. Fault bad_node_address. */
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

/** A login typed into the address belongs beside it: addresses are shown, and kept unencrypted. */
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

/** At the start of the app: the node of the last time. */
export async function recallNode({ chain, settings }: World): Promise<void> {
  const node = readNode((await settings.get(KEY)) ?? '');
  if (node && !chain.node) useIfPossible(chain, node);
}

/** Whatever lies there: nothing of it may keep the app from starting. */
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

/** A wallet opens: its own node, if it has one. */
export function useWalletNode({ chain }: World, { state }: Wallet): void {
  const { node } = state.settings;
  if (!node) return;
  if (node.address === '') chain.use(undefined);
  else useIfPossible(chain, node);
}

/** An address that this page cannot use any more is no reason not to open. */
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
