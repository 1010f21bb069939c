import {
  POLYSEED_LANGUAGES,
  type PolyseedLanguage,
} from '../../src/protocol/mnemonic/polyseed/word-lists.ts';

/** The published file of a language's list, without its ending: `Chinese (simplified)` is `chinese_simplified`. */
export function fileOf(language: string): string {
  return language === 'EnglishOld' ? 'english_old' : language.toLowerCase().replace(/ \((\w+)\)/, '_$1');
}

export function polyseedLanguageOf(name: string): PolyseedLanguage {
  return POLYSEED_LANGUAGES.find((known) => known.toLowerCase() === name.toLowerCase())!;
}
