/** Bytes to and from all nodes since the worker started. */
export interface Traffic {
  readonly bytes: number;
}
