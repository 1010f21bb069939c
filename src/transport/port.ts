/** The client end of every transport: carries JSON-RPC envelopes and does not read them. */
export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: number | string;
  readonly method: string;
  readonly params?: unknown;
}
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  /** The fault behind the wire code, for callers in the same app; other transports remove it. */
  readonly data?: { readonly fault?: string; readonly [key: string]: unknown };
}
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: number | string;
  readonly result?: unknown;
  readonly error?: RpcFailure;
}
export interface PortEvent {
  readonly type: string;
  readonly data: unknown;
}
export interface RpcPort {
  request(envelope: RpcRequest): Promise<RpcResponse>;
  /** Subscribes to events; returns a function that unsubscribes. */
  on(listener: (event: PortEvent) => void): () => void;
}
