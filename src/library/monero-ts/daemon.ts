/** monero-ts's client of monerod, whose JSON requests this package sends: with limits of size and time, without redirects. */
import { parseJson } from '../../base/json.ts';
import { createHttp } from '../../daemon/http.ts';
import { readNodeAddress } from '../../daemon/node-address.ts';
import { utf8 } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { errorOf } from '../../rpc/errors.ts';
import { systemClock, systemRandom } from '../../store/platform.ts';
import { libraryWorld } from '../world.ts';
import { instanceOf, type MoneroTsConnection } from './classes.ts';
import type { MoneroTsLibrary, NodeConfig } from './types.ts';
import { asParsed } from './values.ts';

/** More than the largest answer of a node that keeps to its own limits. */
const MOST_BYTES = 100 << 20;
const SECONDS = 180;

export async function createMoneroTsDaemon(
  library: MoneroTsLibrary,
  node: string | NodeConfig,
): Promise<object> {
  // A program without types may give anything.
  const given = typeof node === 'string' ? { uri: node } : (node as NodeConfig | null | undefined);
  if (typeof given?.uri !== 'string')
    throw instanceOf<Error>(library.MoneroError, 'Must provide the address of a node');
  if (given.proxyUri)
    throw instanceOf<Error>(
      library.MoneroError,
      'This client of a node takes no proxy: leave `proxyUri` out',
    );
  const connection = instanceOf<MoneroTsConnection>(library.MoneroRpcConnection, {
    uri: given.uri,
    username: given.username,
    password: given.password,
  });
  Object.assign(connection, requestsOf(library, connection));
  const connect = library.MoneroDaemonRpc.connectToDaemonRpc as unknown as (
    config: object,
  ) => Promise<object>;
  const daemon = await connect.call(library.MoneroDaemonRpc, { server: connection, proxyToWorker: false });
  return daemon;
}

const requestsOf = (
  library: MoneroTsLibrary,
  { uri = '', username, password }: NodeConfig,
): Pick<MoneroTsConnection, 'sendJsonRequest' | 'sendPathRequest'> => {
  const { fetch, page } = libraryWorld();
  const world = { fetch, page, clock: systemClock, random: systemRandom };
  const login = username ? { username, password: password ?? '' } : {};
  const http = createHttp(world, readNodeAddress({ address: uri, ...login }, page), true);
  const post = async (path: string, name: string, body: object): Promise<Answer> => {
    const fail = (message: string, code?: number): Error =>
      instanceOf<Error>(library.MoneroRpcError, message, code, name, body);
    try {
      const bytes = await http.send({
        path,
        body: utf8(JSON.stringify(body)),
        maxBytes: MOST_BYTES,
        seconds: SECONDS,
        idempotent: false,
      });
      const answer = asParsed(parseJson(new TextDecoder().decode(bytes))) as Answer;
      if (answer.error) throw fail(answer.error.message, answer.error.code);
      return answer;
    } catch (error) {
      if (!isFault(error)) throw error;
      const { status } = error.data as { readonly status?: number };
      throw fail(errorOf(error).message, status);
    }
  };
  return {
    sendJsonRequest: (method, params) =>
      post('/json_rpc', method, { id: '0', jsonrpc: '2.0', method, params }),
    sendPathRequest: (path, params = {}) => post(`/${path}`, path, params),
  };
};

interface Answer {
  readonly error?: { readonly code: number; readonly message: string };
}
