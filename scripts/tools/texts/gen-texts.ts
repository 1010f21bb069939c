/**
 * Brings the files of translations, src/ui/texts/*.po, in line with the texts of the source: adds new ones and removes
 * unused ones. Fails if a text has no translation, or one without the placeholders and elements of the English text. With
 * --check: writes nothing, and fails if a file is not up to date.
 */
import { compileTranslation, isEquivalent } from 'wuchale/compiler';
import { keep, readCheckFlag } from '../build/generated.ts';
import { projectRoot } from '../setup/setup.mjs';
import { pathOf, readTranslations, TRANSLATED, writeTranslations } from './catalogue.ts';
import { collectTexts, type Text } from './transform.ts';

const check = readCheckFlag('gen-texts.ts');
const all = new Map<string, Text>();
for (const texts of (await collectTexts(projectRoot)).values())
  for (const [key, text] of texts) {
    const known = all.get(key);
    if (known === undefined) all.set(key, { ...text, files: [...text.files] });
    else known.files.push(...text.files);
  }
const texts = [...all.values()].sort((a, b) => ((a.files[0] ?? '') < (b.files[0] ?? '') ? -1 : 1));

/** Whether a translation fits: as many forms, each with what the code puts into it. */
const fits = ({ forms }: Text, translation: readonly string[]) =>
  translation.length === forms.length &&
  translation.every((form, i) =>
    forms.length > 1
      ? form !== '' && form.includes('#') === forms[i]?.includes('#')
      : form !== '' && isEquivalent(one(forms), one([form])),
  );
/** `forms`: Not of a plural. */
const one = (forms: readonly string[]) => compileTranslation(forms[0] ?? '', '');

for (const language of TRANSLATED) {
  const translations = readTranslations(projectRoot, language);
  const wrong = texts.filter((text) => !fits(text, translations.get(text.key) ?? []));
  keep(pathOf(language), writeTranslations(language, texts, translations), check);
  for (const { key, files } of wrong.slice(0, 20))
    console.error(`${files[0] ?? ''}: no ${language} for “${key}”`);
  if (wrong.length > 0) {
    console.error(`${wrong.length} texts without a translation: write them into ${pathOf(language)}`);
    process.exitCode = 1;
  }
}
console.log(`${texts.length} texts`);
