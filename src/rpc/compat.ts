/**
 * What monero-wallet-rpc answers in its release (0.18.5.1, interface 1.31), and on its development branch (1.32), where the two
 * differ. Programs of the wallet server get the release's answers unless its flag `--rpc-compat master` asks for the others;
 * the page gets the newer ones.
 * Upstream: src/wallet/wallet_rpc_server.cpp, wallet_rpc_server_commands_defs.h of both.
 */
export type Compat = 'release' | 'master';

type Fields = Readonly<Record<string, unknown>>;

/** Whether the method exists in that version. */
export function existsIn(compat: Compat | undefined, method: string): boolean {
  return compat !== 'release' || method !== 'get_multisig_key_exchange_booster';
}

/** The development branch answers these in restricted mode, too; it does not ask the node about the pool then. */
const RESTRICTED_IN_MASTER: ReadonlySet<string> = new Set(['get_transfers', 'get_transfer_by_txid']);

/** Whether that version answers this method in restricted mode, although the release does not. */
export function allowedIn(compat: Compat | undefined, method: string): boolean {
  return compat === 'master' && RESTRICTED_IN_MASTER.has(method);
}

/** The parameters without those that this version does not know. */
export function paramsFor(compat: Compat | undefined, method: string, params: Fields): Fields {
  return compat === 'release' && method === 'rescan_blockchain'
    ? { ...params, keep_key_images: false }
    : params;
}

/** The result, in wire form, as this version gives it. */
export function resultFor(compat: Compat | undefined, method: string, result: Fields): Fields {
  if (compat === 'release') return RELEASE[method]?.(result) ?? result;
  // The development branch is no release.
  return compat === 'master' && method === 'get_version' ? { ...result, release: false } : result;
}

const VERSION_OF_RELEASE = 2 ** 16 + 31;

const without = (field: string, { [field]: _left, ...rest }: Fields): Fields => rest;
/** Leaves the field out of each entry of a list; a list that is missing stays missing. */
const ofEach = (list: unknown, field: string): unknown =>
  Array.isArray(list) ? list.map((entry: Fields) => without(field, entry)) : list;

/** By method: changes the result to that of the release, which lacks some fields and has another version. */
const RELEASE: Readonly<Record<string, (result: Fields) => Fields>> = {
  get_version: (result) => ({ ...result, version: VERSION_OF_RELEASE }),
  is_multisig: (result) => without('kex_is_done', result),
  describe_transfer: (result) => ({ ...result, desc: ofEach(result['desc'], 'weight') }),
  get_transfers: (result) =>
    Object.fromEntries(Object.entries(result).map(([kind, list]) => [kind, ofEach(list, 'change_amount')])),
  get_transfer_by_txid: ({ transfer, transfers }) => ({
    transfer: without('change_amount', transfer as Fields),
    transfers: ofEach(transfers, 'change_amount'),
  }),
};
