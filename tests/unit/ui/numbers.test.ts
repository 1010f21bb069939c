/** Numbers that people read, in every language of the page: one module formats them, and no page mixes two decimal signs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const XMR = 1_000_000_000_000n;
const LANGUAGES = ['en', 'de', 'es'];

/** The format modules as a page in this language has them. */
const formats = async (language: string) => {
  vi.resetModules();
  vi.doMock('../../../src/ui/texts/language.ts', () => ({ LANGUAGE: language }));
  return {
    ...(await import('../../../src/ui/format/format.ts')),
    ...(await import('../../../src/ui/format/time.ts')),
    ...(await import('../../../src/ui/format/worth.ts')),
    ...(await import('../../../src/ui/format/currencies.ts')),
  };
};
afterEach(() => {
  vi.doUnmock('../../../src/ui/texts/language.ts');
  vi.resetModules();
});

describe.each(LANGUAGES)('numbers in %s', (language) => {
  it('have a point as the decimal sign of XMR and of sizes, and another sign for thousands', async () => {
    const { amountText, byteSize, count, decimal } = await formats(language);
    expect(amountText(1_234_567n * XMR + XMR / 4n)).toMatch(/^1[,\u202f]234[,\u202f]567\.25$/);
    expect(decimal(1234.56)).toBe('1234.6');
    expect(byteSize(8_900)).toBe('8.9 kB');
    const thousands = count(1_234_567).replace(/\d/g, '');
    expect(thousands).toBe(language === 'en' ? ',,' : '\u202f\u202f');
  });
  it('never say more than is known: minutes, hours and days of blocks, and digits of a rate', async () => {
    const { blocksTime, readRate, worthText } = await formats(language);
    for (const blocks of [1, 10, 49, 50, 720, 2000]) {
      const digits = blocksTime(blocks).replace(/\D/g, '');
      expect(digits.length).toBeLessThanOrEqual(2);
      expect(blocksTime(blocks)).not.toMatch(/\d[.,]\d/);
    }
    const worth = worthText(98_765n * XMR, readRate('153')!, 'EUR');
    expect(worth.replace(/[^\d]/g, '')).toMatch(/^\d{3}0+$/);
    expect(worthText(XMR / 4n, readRate('153.21')!, 'EUR')).toContain('38.30');
  });
  it('have the day before the month, and the year only where it is another one', async () => {
    const { date, hour, monthHeading } = await formats(language);
    const now = new Date(2026, 10, 27, 12).getTime();
    expect(date(new Date(2026, 5, 2, 12).getTime(), now)).toMatch(/^2/);
    expect(date(new Date(2026, 5, 2, 12).getTime(), now)).not.toContain('2026');
    expect(date(new Date(2025, 5, 2, 12).getTime(), now)).toContain('2025');
    expect(monthHeading(new Date(2025, 5, 2).getTime(), now)).toContain('2025');
    expect(hour(new Date(2026, 5, 2, 0, 5).getTime())).toBe('00:05');
  });
  it('name every currency that is offered, in the words of the language', async () => {
    const { CURRENCIES, currencyName, isCurrency } = await formats(language);
    for (const code of CURRENCIES) {
      expect(isCurrency(code), code).toBe(true);
      expect(currencyName(code), code).not.toBe(code);
    }
  });
});

describe('the code of the page', () => {
  it('formats numbers in src/ui/format alone', () => {
    const ui = join(projectRoot, 'src/ui');
    const found = readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter(
        (path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('format/') && !path.startsWith('texts/'),
      )
      .filter((path) =>
        /toLocale|\bIntl\.|\.toFixed\(|\.toPrecision\(/.test(readFileSync(join(ui, path), 'utf8')),
      );
    // Widths and points of pictures, which nobody reads.
    expect(found.sort()).toEqual(['amounts/Amount.svelte', 'widgets/confirmation-curves.ts']);
  });
});
