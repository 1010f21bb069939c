/** Numbers that people read, in every language of the page: one module formats them, and no page mixes two decimal signs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

const XMR = 1_000_000_000_000n;
const LANGUAGES = ['en', 'de', 'es'];
const SITE = {
  origin: 'https://shop.example',
  address: '',
  account: 3,
  connected: true,
  since: 1,
  lastUsed: 1,
};

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
  it('have the decimal sign of the language, and a sign for thousands that is none', async () => {
    const { amountText, byteSize, count, decimal, fieldAmount, xmr } = await formats(language);
    const sign = language === 'en' ? '.' : ',';
    const group = language === 'en' ? ',' : '\u202f';
    expect(amountText(1_234_567n * XMR + XMR / 4n)).toBe(`1${group}234${group}567${sign}25`);
    expect(xmr(10n * XMR)).toBe(`10${sign}00\u00a0XMR`);
    expect(decimal(1234.56)).toBe(`1234${sign}6`);
    expect(byteSize(8_900)).toBe(`8${sign}9 kB`);
    expect(fieldAmount(1_234n * XMR + XMR / 4n)).toBe(`1234${sign}25`);
    expect(count(412_876_519_280n)).toBe(`412${group}876${group}519${group}280`);
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
    expect(worthText(XMR / 4n, readRate('153.21')!, 'EUR')).toContain(language === 'en' ? '38.30' : '38,30');
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

describe.each(LANGUAGES)('typed amounts in %s', (language) => {
  it('are read as the fields show them, and refused where the other sign may separate thousands', async () => {
    const { fieldAmount } = await formats(language);
    const { readAmount } = await import('../../../src/ui/amounts/typed-amount.ts');
    for (const amount of [1n, (1_234n * XMR) / 1000n, 1_250n * XMR, XMR / 4n])
      expect(readAmount(fieldAmount(amount))).toEqual({ amount, fault: '' });
    expect([readAmount('1.25').amount, readAmount('1,25').amount]).toEqual([
      (XMR * 5n) / 4n,
      (XMR * 5n) / 4n,
    ]);
    const unclear = readAmount(language === 'en' ? '1,234' : '1.234');
    expect(unclear.amount).toBeUndefined();
    expect(unclear.fault).toContain(language === 'en' ? '1.234 or 1234' : '1,234 or 1234');
  });
  it("fill a site's budget as the fields show them, and keep it when nothing is changed", async () => {
    vi.resetModules();
    vi.doMock('../../../src/ui/texts/language.ts', () => ({ LANGUAGE: language }));
    const { PermissionsForm } = await import('../../../src/ui/features/sites/permissions.svelte.ts');
    const amount = 1_250n * XMR + XMR / 4n;
    const budget = { amount, period: 'day', expires: 9, from: 1, spent: 0n, left: amount };
    const form = new PermissionsForm({ ...SITE, spend: { account: 0, budget } }, 8);
    expect(form.amount).toBe(language === 'en' ? '1250.25' : '1250,25');
    expect([form.changed, form.badAmount]).toEqual([false, '']);
    form.amount = language === 'en' ? '0.2' : '0,2';
    expect(form.changed).toBe(true);
    expect(form.permissions.spend?.budget?.amount).toBe(XMR / 5n);
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
        /toLocale|\bIntl\.|\.toFixed\(|\.toPrecision\(|\\B\(\?=/.test(readFileSync(join(ui, path), 'utf8')),
      );
    // Widths and points of pictures, which nobody reads.
    expect(found.sort()).toEqual(['amounts/Amount.svelte', 'widgets/confirmation-curves.ts']);
  });
  it('writes amounts with a point only for programs, and reads none without the sign of the language', () => {
    const ui = join(projectRoot, 'src/ui');
    const found = readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('format/'))
      .filter((path) => /\bformatXmr\(|\bparseXmr\([^,]*\)/.test(readFileSync(join(ui, path), 'utf8')));
    expect(found.sort()).toEqual([
      'amounts/Amount.svelte',
      'features/history/export.ts',
      'features/history/history.svelte.ts',
    ]);
  });
});
