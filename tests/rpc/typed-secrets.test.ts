/** Errors of calls with a secret in the wrong field: messages are shown, logged and stored by other programs. */
import { describe, expect, it } from 'vitest';
import { known, openFixture } from '../support/rpc/fixture.ts';

const { seed, viewSecret, spendSecret } = known;

describe('the message of an error', () => {
  it.each([
    ['query_key', (typed: string) => ({ key_type: typed })],
    ['transfer', (typed: string) => ({ destinations: [{ address: typed, amount: 1 }] })],
    ['create_wallet', (typed: string) => ({ filename: 'x', password: '', language: typed })],
    ['open_wallet', (typed: string) => ({ filename: typed })],
    ['x_resolver', (typed: string) => ({ resolver: typed })],
    ['sign', (typed: string) => ({ data: 'x', signature_type: typed })],
    ['get_address_index', (typed: string) => ({ address: typed })],
    ['parse_uri', (typed: string) => ({ uri: typed })],
    ['make_uri', (typed: string) => ({ address: typed })],
  ] as const)('of %s does not repeat words or keys', async (method, paramsOf) => {
    const { refusal } = await openFixture();
    for (const secret of [seed, viewSecret, `${viewSecret}${spendSecret}`, ` ${seed.toUpperCase()}`]) {
      const { message } = await refusal(method, paramsOf(secret) as never);
      for (const part of [secret.trim(), secret.trim().split(' ').slice(0, 3).join(' ')])
        expect(message.toLowerCase()).not.toContain(part.toLowerCase());
    }
  });
  it('has no login of an address, and repeats what is no secret', async () => {
    const { refusal } = await openFixture();
    const node = await refusal('set_daemon', { address: 'ftp://me:secret@node.example' });
    expect(node.message).not.toContain('secret');
    expect((await refusal('query_key', { key_type: 'seed' })).message).toBe('key_type seed not found');
    expect((await refusal('open_wallet', { filename: 'my other wallet' })).message).toContain(
      'my other wallet',
    );
  });
});
