/** A connection of monero-ts that asks the engine in this process instead of a server. */
import type { LibraryPort } from '../platform.ts';
import { instanceOf, type MoneroTsConnection } from './classes.ts';
import { createAddressBeyond } from './address-beyond.ts';
import type { MoneroTsLibrary } from './types.ts';
import { asParsed, asWritten } from './values.ts';

export interface EngineConnection extends MoneroTsConnection {
  /** Runs before each list of transfers with those of the pool. */
  beforeList: () => Promise<void>;
}
interface Wanted {
  /** The parameter of `set_daemon`, with the scheme that monero-ts writes before it. */
  readonly proxy?: string;
  readonly account_index?: number;
  readonly address_index?: readonly number[];
  readonly pool?: boolean;
}
/** Codes for an account index, and for an address index in an account. */
const OUT_OF_BOUND = [-14, -15];

/** `name`: the file in the session's folder, which the client names by its whole path. */
export function createEngineConnection(
  library: MoneroTsLibrary,
  port: LibraryPort,
  name: string,
): EngineConnection {
  const connection = instanceOf<EngineConnection>(library.MoneroRpcConnection, 'http://ostro.invalid');
  const ask = async (method: string, params: object): Promise<object> => {
    const envelope = { jsonrpc: '2.0', id: 0, method, params } as const;
    const { error, result } = await port.request(envelope, { compat: 'release' });
    if (error) throw instanceOf<Error>(library.MoneroRpcError, error.message, error.code, method, params);
    return asParsed(result) as object;
  };
  const addressBeyond = createAddressBeyond(ask);
  const sendJsonRequest = async (method: string, params: Wanted = {}): Promise<unknown> => {
    const sent = {
      ...asWritten(params),
      ...('filename' in params && { filename: name }),
      ...(params.proxy && { proxy: params.proxy.replace(/^\w+:\/\//, '') }),
    };
    if (method === 'get_transfers' && params.pool) await connection.beforeList();
    let result: object;
    try {
      result = await ask(method, sent);
    } catch (error) {
      // monero-ts's full wallet gives addresses that were not created yet.
      const { account_index: account, address_index: indices = [] } = params;
      if (method !== 'get_address' || !OUT_OF_BOUND.includes(codeOf(error)) || indices.length === 0)
        throw error;
      result = await addressBeyond(account ?? 0, indices);
    }
    return { id: '0', jsonrpc: '2.0', result };
  };
  return Object.assign(connection, {
    beforeList: () => Promise.resolve(),
    sendJsonRequest,
    sendPathRequest: (path: string) =>
      Promise.reject(instanceOf<Error>(library.MoneroRpcError, `no path ${path} here`, 404, path)),
  });
}

const codeOf = (error: unknown): number => (error as { readonly getCode: () => number }).getCode();
