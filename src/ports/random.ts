export interface Random {
  /** `n` cryptographically random bytes. */
  bytes(n: number): Uint8Array;
}
