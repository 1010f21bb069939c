/** CryptoNight v0. Upstream: src/crypto/slow-hash.c. */
export const cnSlowHash = (_data: Uint8Array): Uint8Array => {
  throw new Error('cnSlowHash is being written');
};
