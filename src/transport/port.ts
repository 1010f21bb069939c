/** How envelopes travel: every transport's client end is an `RpcPort`. Envelopes are carried, never understood. */
export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: number | string;
  readonly method: string;
  readonly params?: unknown;
}
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  /** The fault behind the wire code, for callers in the same app; other doors leave it out. */
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
  /** Subscribes to events; returns the way out. */
  on(listener: (event: PortEvent) => void): () => void;
}
