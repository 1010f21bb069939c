/** How many inputs and outputs a transaction has: so much of its prefix as that needs. Checks what each subject built. */

/** @param {string} hex */
export function countsOf(hex) {
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('A transaction that ends too early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  varint(); // version
  varint(); // unlock time
  const inputs = varint();
  for (let i = 0; i < inputs; i++) {
    if (bytes[at++] !== 2) throw new Error('An input that spends no key');
    varint(); // amount
    for (let ring = varint(); ring > 0; ring--) varint();
    at += 32; // key image
  }
  return { inputs, outputs: varint() };
}
