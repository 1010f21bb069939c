import { describe, expect, it } from 'vitest';
import { shownOrigin, visibleText } from '../../../src/ui/format/origin.ts';

describe('an origin on the screen', () => {
  // threat: look-alike
  it('has its scheme apart and its end emphasised', () => {
    expect(shownOrigin('https://coffee-shop.example')).toEqual({
      scheme: 'https://',
      lead: '',
      end: 'coffee-shop.example',
      unicode: '',
    });
    expect(shownOrigin('https://www.ostro.example.evil.example:8443')).toMatchObject({
      lead: 'www.ostro.example.',
      end: 'evil.example:8443',
    });
    expect(shownOrigin('https://my.shop.co.uk')).toMatchObject({ lead: 'my.', end: 'shop.co.uk' });
  });
  it('is never cut, however long', () => {
    const origin = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    const { scheme, lead, end } = shownOrigin(origin);
    expect(`${scheme}${lead}${end}`).toBe(origin);
  });
  it('is an IP address as a whole, with its port', () => {
    expect(shownOrigin('http://127.0.0.1:8080')).toMatchObject({ lead: '', end: '127.0.0.1:8080' });
    expect(shownOrigin('http://[::1]:8080')).toMatchObject({ lead: '', end: '[::1]:8080' });
  });
  // The ASCII forms are from the URL parser itself, which implements the other direction.
  it.each(['bücher.example', 'аррӏе.example', '例え.テスト', 'ñandú.shop.example', 'faß-ä.example'])(
    'shows punycode first and %s beside it',
    (name) => {
      const { origin, host } = new URL(`https://${name}`);
      expect(host).toContain('xn--');
      const shown = shownOrigin(origin);
      expect(`${shown.lead}${shown.end}`).toBe(host);
      expect(shown.unicode).toBe(name);
    },
  );
  it('shows what is no punycode as it is', () => {
    expect(shownOrigin('https://xn--!.example').unicode).toBe('');
    expect(shownOrigin('https://xn--99999999999.example').unicode).toBe('');
  });
});

describe('a text of a site', () => {
  // threat: look-alike
  it('shows marks that reorder or hide text as their codes', () => {
    expect(visibleText('pay \u202Etxet\u202C now')).toBe('pay [U+202E]txet[U+202C] now');
    expect(visibleText('a\u200Bb\u2066c\u2069\uFEFF')).toBe('a[U+200B]b[U+2066]c[U+2069][U+FEFF]');
    expect(visibleText('a\u0000b\u3164c\u{E0061}d\uD800')).toBe('a[U+0000]b[U+3164]c[U+E0061]d[U+D800]');
  });
  it('keeps letters of all alphabets, line breaks and tabs', () => {
    const text = 'Bücher, 二つ, שלום:\n\t2 ☕';
    expect(visibleText(text)).toBe(text);
  });
});
