/** The typed client over any RpcPort. src/ui calls the wallet only through it. */
import type { RpcPort } from '../transport/port.ts';
import type {
  Events,
  FaultCode,
  MethodName,
  Params as WireParams,
  Result as WireResult,
} from '../rpc/contract.ts';
import { camel, snake, type Camel } from './camel.ts';

export type { FaultCode, FaultData, MethodName, Result as WireResult } from '../rpc/contract.ts';
export type { VersionInfo } from '../transport/service-worker/stored-versions.ts';

/** A failed call: the wire code, and the fault with its data, from which a message is made. */
export class RpcError extends Error {
  readonly code: number;
  /** `internal`: a bug in the worker. */
  readonly fault: FaultCode | 'internal' | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: number, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.fault = typeof data['fault'] === 'string' ? (data['fault'] as FaultCode | 'internal') : undefined;
    this.data = data;
  }
}

/** Parameters and result of a method with the page's names. */
export type Params<Name extends MethodName> = Camel<WireParams<Name>>;
export type Result<Name extends MethodName> = Camel<WireResult<Name>>;

export interface Client {
  call<Name extends MethodName>(method: Name, params: Params<Name>): Promise<Result<Name>>;
  /** A call with the names of the wire, which a site or the console has chosen and gets. */
  callWire<Name extends MethodName>(method: Name, params: WireParams<Name>): Promise<WireResult<Name>>;
  on<Type extends keyof Events>(type: Type, listener: (data: Camel<Events[Type]>) => void): () => void;
}

export function createClient(port: RpcPort): Client {
  let nextId = 1;
  const callWire: Client['callWire'] = async (method, params) => {
    const answer = await port.request({ jsonrpc: '2.0', id: nextId++, method, params });
    if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
    return answer.result as WireResult<typeof method>;
  };
  return {
    callWire,
    call: async (method, params) => camel(await callWire(method, snake(params))),
    on: (type, listener) =>
      port.on((event) => {
        // The port forwards what the worker emitted; the contract gives its type.
        if (event.type === type) listener(camel(event.data as Events[typeof type]));
      }),
  };
}
