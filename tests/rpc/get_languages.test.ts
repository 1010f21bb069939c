import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('get_languages', () => {
  it('lists twelve languages by both names, without a wallet', async () => {
    const { languages, languages_local } = await openRpcSession().call('get_languages');
    expect(languages).toHaveLength(12);
    expect(languages?.[0]).toBe('German');
    expect(languages_local?.[0]).toBe('Deutsch');
    expect(languages).not.toContain('EnglishOld');
  });
  it('lists the ten languages of 16 words, if it is asked for them', async () => {
    const { languages, languages_local } = await openRpcSession().call('get_languages', { polyseed: true });
    expect(languages).toHaveLength(10);
    expect(languages).toContain('Chinese (Simplified)');
    expect(languages_local).toContain('한국어');
  });
  it('answers only to its exact name', async () => {
    expect(await openRpcSession().refusal('get_language' as 'get_languages')).toMatchObject({
      code: -32601,
      message: 'Method not found',
    });
  });
});
