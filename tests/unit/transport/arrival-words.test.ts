import { describe, expect, it } from 'vitest';
import { arrivalWords } from '../../../src/transport/service-worker/arrival-words.ts';

describe('the words for payments that arrived', () => {
  it('are in the language of the browser, or in English', () => {
    expect(arrivalWords(1, 'de-AT')).toBe('Eine Zahlung ist angekommen');
    expect(arrivalWords(2, 'ES')).toBe('Han llegado pagos');
    expect(arrivalWords(1, 'fr')).toBe('A payment has arrived');
  });
});
