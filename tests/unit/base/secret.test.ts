import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';

const bytes = Uint8Array.of(11, 22, 33);

describe('a secret', () => {
  it('is the bytes it was made of, in the same memory', () => {
    const given = bytes.slice();
    const secret = Secret.over(given);
    expect([...secret]).toEqual([11, 22, 33]);
    given[0] = 44;
    expect(secret[0]).toBe(44);
    expect(Secret.over(secret)).toBe(secret);
    expect([...Secret.over(Uint8Array.of(0, 11, 22).subarray(1))]).toEqual([11, 22]);
  });
  it('is zero after it was wiped', () => {
    const given = bytes.slice();
    Secret.over(given).wipe();
    expect([...given]).toEqual([0, 0, 0]);
  });
  it.each([
    ['a text', (secret: Secret) => String(secret)],
    ['JSON', (secret: Secret) => JSON.stringify({ secret })],
    ["Node's console", (secret: Secret) => inspect({ secret })],
    ['a list', (secret: Secret) => [secret].toLocaleString()],
    ['a copy', (secret: Secret) => String(secret.slice(1))],
  ])('does not appear in %s', (_where, show) => {
    const text = show(Secret.over(bytes));
    expect(text).toContain('[secret]');
    expect(text).not.toMatch(/11|22|33/);
  });
  it('arrives in another thread as plain bytes', () => {
    expect(structuredClone(Secret.over(bytes))).toEqual(bytes);
  });
});
