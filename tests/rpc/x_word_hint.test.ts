import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_word_hint', () => {
  it('returns up to four words with the given beginning', async () => {
    const { call } = openRpcSession();
    expect(await call('x_word_hint', { language: 'English', prefix: 'gid' })).toEqual({ words: ['giddy'] });
    expect((await call('x_word_hint', { language: 'English', prefix: 'A' })).words).toHaveLength(4);
    expect(await call('x_word_hint', { language: 'English', prefix: 'zzz' })).toEqual({});
    expect(await call('x_word_hint', { language: 'English', prefix: ' ' })).toEqual({});
  });
  it('returns words of the list for 16 words', async () => {
    const { call } = openRpcSession();
    const params = { language: 'English', prefix: 'infa', polyseed: true };
    expect(await call('x_word_hint', params)).toEqual({ words: ['infant'] });
    expect(await call('x_word_hint', { ...params, polyseed: false })).toEqual({});
  });
  it('refuses unknown languages', async () => {
    expect(await openRpcSession().refusal('x_word_hint', { language: 'x', prefix: 'a' })).toMatchObject({
      fault: 'unknown_language',
    });
  });
});
