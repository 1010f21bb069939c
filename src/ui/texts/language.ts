/**
 * The language of the page. It is read once, when the page loads: choosing another one loads the page again, so that no
 * text of the old one can stay on the screen.
 */
export const PAGE_LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type PageLanguage = keyof typeof PAGE_LANGUAGES;

/** Languages of tests: English in brackets, and the same from right to left. Released builds have no texts of them. */
const OF_TESTS = ['en-XA', 'ar-XB'];
const KEY = 'ostro language';
export type LanguageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Ostro has texts in this language. */
export function isLanguage(code: string): code is PageLanguage {
  return Object.hasOwn(PAGE_LANGUAGES, code);
}
/** The chosen language; undefined: that of the device. */
export function chosenLanguage(storage: LanguageStorage | undefined): string | undefined {
  try {
    const kept = storage?.getItem(KEY) ?? '';
    return isLanguage(kept) || OF_TESTS.includes(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
/** Stores the choice for the next load of the page. Returns whether the browser has stored it. */
export function chooseLanguage(
  language: PageLanguage | undefined,
  storage: LanguageStorage | undefined,
): boolean {
  try {
    if (storage === undefined) return false;
    if (language === undefined) storage.removeItem(KEY);
    else storage.setItem(KEY, language);
    return true;
  } catch {
    return false;
  }
}
/** The first language of the device in which Ostro has texts; English if there is none. `device`: BCP 47 tags. */
export function deviceLanguage(device: readonly string[]): PageLanguage {
  return device.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}
export function isRightToLeft(language: string): boolean {
  return /^(ar|fa|he|ur)\b/.test(language);
}

/** Undefined when the browser forbids it. */
export function languageStorage(): LanguageStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Site data is blocked: the page has the language of the device.
    return undefined;
  }
}
/** Without a page, as in unit tests, it is English. */
export const LANGUAGE: string =
  typeof document === 'undefined'
    ? 'en'
    : (chosenLanguage(languageStorage()) ?? deviceLanguage(navigator.languages));
