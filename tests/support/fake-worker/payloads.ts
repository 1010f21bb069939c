/** Made-up payloads for screens: they begin with the real format names, the rest is filler that cannot be decrypted. */
const magic = (text: string, version: number): string =>
  [...new TextEncoder().encode(text), version].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const body = (size: number): string =>
  Array.from({ length: size }, (_, i) => ((i * 73 + (i >> 3) * 29) & 255).toString(16).padStart(2, '0')).join(
    '',
  );

export const PAYLOADS = {
  outputs: magic('Monero output export', 4) + body(1400),
  keyImages: magic('Monero key image export', 3) + body(700),
  unsigned: magic('Monero unsigned tx set', 5) + body(2600),
  signed: magic('Monero signed tx set', 5) + body(3000),
  multisigInfo: magic('Monero multisig export', 1) + body(900),
  multisigSet: magic('Monero multisig unsigned tx set', 1) + body(3300),
  companion: magic('Ostro companion', 1) + body(2117),
} as const;
/** A wallet file of Ostro, and one of another program. */
export const FILES = {
  ostro: '4f7374726f57616c' + body(900),
  keys: body(1200),
} as const;
