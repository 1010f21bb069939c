/** Looks for secrets in messages: as raw bytes, in hex or in base64 at any offset, and for numbers as numbers. */

export interface Secret {
  readonly name: string;
  readonly value: Uint8Array | number;
}

/** The names of the secrets that `message` contains, in any nested value. */
export function secretsIn(message: unknown, secrets: readonly Secret[]): string[] {
  const leaves = [...leavesOf(message)];
  return secrets.filter(({ value }) => leaves.some((leaf) => holds(leaf, value))).map(({ name }) => name);
}

type Leaf = string | number | bigint | Buffer;

function* leavesOf(value: unknown): Generator<Leaf> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') yield value;
  else if (value instanceof ArrayBuffer) yield Buffer.from(value);
  else if (ArrayBuffer.isView(value)) yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  else if (value instanceof Map || value instanceof Set) for (const each of value) yield* leavesOf(each);
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      yield key;
      yield* leavesOf(each);
    }
}

const holds = (leaf: Leaf, secret: Uint8Array | number): boolean => {
  if (typeof secret === 'number') return leaf === secret || leaf === BigInt(secret) || leaf === `${secret}`;
  if (typeof leaf === 'number' || typeof leaf === 'bigint') return false;
  const bytes = Buffer.isBuffer(leaf) ? leaf : Buffer.from(leaf, 'latin1');
  if (bytes.includes(Buffer.from(secret))) return true;
  const text = bytes.toString('latin1');
  return (
    text.toLowerCase().includes(Buffer.from(secret).toString('hex')) ||
    base64Of(secret).some((part) => text.replaceAll('-', '+').replaceAll('_', '/').includes(part))
  );
};

/** The parts of base64 texts that these bytes give at each of the three offsets. */
const base64Of = (secret: Uint8Array): string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6));
  });
