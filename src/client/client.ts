/** The typed client over any RpcPort. src/ui calls the wallet only through it. */
import type { RpcPort } from '../transport/port.ts';
import type { Events, FaultCode, MethodName, Params, Result } from '../rpc/contract.ts';

export type { FaultCode, FaultData, MethodName, Params, Result } from '../rpc/contract.ts';
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

export interface Client {
  call<Name extends MethodName>(method: Name, params: Params<Name>): Promise<Result<Name>>;
  on<Type extends keyof Events>(type: Type, listener: (data: Events[Type]) => void): () => void;
}

export function createClient(port: RpcPort): Client {
  let nextId = 1;
  return {
    async call<Name extends MethodName>(method: Name, params: Params<Name>) {
      const answer = await port.request({ jsonrpc: '2.0', id: nextId++, method, params });
      if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
      return answer.result as Result<Name>;
    },
    on: (type, listener) =>
      port.on((event) => {
        // The port forwards what the worker emitted; the contract gives its type.
        if (event.type === type) listener(event.data as Events[typeof type]);
      }),
  };
}
