/** A connection of monero-ts that asks the engine in this process instead of a server. */
import type { LibraryPort } from '../platform.ts';
import { instanceOf, type MoneroTsConnection } from './classes.ts';
import type { MoneroTsLibrary } from './types.ts';
import { asParsed, asWritten } from './values.ts';

/** `name`: the file in the session's folder, which the client names by its whole path. */
export function createEngineConnection(
  library: MoneroTsLibrary,
  port: LibraryPort,
  name: string,
): MoneroTsConnection {
  const connection = instanceOf<MoneroTsConnection>(library.MoneroRpcConnection, 'http://ostro.invalid');
  const sendJsonRequest = async (method: string, params?: object): Promise<unknown> => {
    const sent = { ...asWritten(params), ...(params && 'filename' in params && { filename: name }) };
    const envelope = { jsonrpc: '2.0', id: 0, method, params: sent } as const;
    const answer = await port.request(envelope, { compat: 'release' });
    const { error, result } = answer;
    if (error) throw instanceOf<Error>(library.MoneroRpcError, error.message, error.code, method, params);
    return { id: '0', jsonrpc: '2.0', result: asParsed(result) };
  };
  return Object.assign(connection, {
    sendJsonRequest,
    sendPathRequest: (path: string) =>
      Promise.reject(instanceOf<Error>(library.MoneroRpcError, `no path ${path} here`, 404, path)),
  });
}
