/** The translations: one gettext file for each language, src/ui/texts/LANGUAGE.po, for Poedit, Weblate and the like. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { getKey, type CompiledElement as Compiled } from 'wuchale';
import { compileTranslation } from 'wuchale/compiler';
import type { Text } from './transform.ts';

export const TRANSLATED = ['de', 'es'];
export function pathOf(language: string) {
  return `src/ui/texts/${language}.po`;
}

/** The translations of a language by the keys of their texts; an empty text is not translated yet. */
export function readTranslations(root: string, language: string): Map<string, readonly string[]> {
  const path = join(root, pathOf(language));
  if (!existsSync(path)) return new Map();
  return new Map(
    PO.parse(readFileSync(path, 'utf8')).items.map(({ msgid, msgid_plural, msgctxt, msgstr }) => [
      getKey(msgid_plural ? [msgid, msgid_plural] : [msgid], msgctxt),
      msgstr,
    ]),
  );
}

/**
 * The file of a language: all texts in the order of the source, with what is translated of them. It does not name source
 * files: a component that moves must not change it.
 */
export function writeTranslations(
  language: string,
  texts: Iterable<Text>,
  translations: ReadonlyMap<string, readonly string[]>,
) {
  const po = new PO();
  po.headers = {
    Language: language,
    'Plural-Forms': 'nplurals=2; plural=(n != 1);',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  po.items = [...texts].map(({ key, forms, context, placeholders }) => {
    const item = new PO.Item();
    [item.msgid = '', item.msgid_plural] = [forms[0], forms[1] as string];
    if (context !== undefined) item.msgctxt = context;
    item.extractedComments = placeholders.map(([n, code]) => `{${n}}: ${code.replace(/\s+/g, ' ')}`);
    item.msgstr = [...(translations.get(key) ?? [])];
    return item;
  });
  return po.toString();
}

/** A text as the page looks it up. */
export function compile(forms: readonly string[]): Compiled | string[] {
  return forms.length > 1 ? [...forms] : compileTranslation(forms[0] ?? '', '');
}
