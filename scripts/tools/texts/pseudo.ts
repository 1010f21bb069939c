/**
 * The pseudo-language: each text of the catalogue in brackets, two fifths longer than in English. What a
 * screen shows outside of the brackets is not from the catalogue.
 */
import type { CompiledElement, CompositePayload } from 'wuchale';

type Part = CompiledElement | CompositePayload | string[];

const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', n: 'ññ', s: 'šš' },
  ...{ A: 'Áá', E: 'Éé', I: 'Íí', O: 'Óó', U: 'Úú', N: 'Ññ', S: 'Šš' },
};

/** `part`: Numbers stand for placeholders and elements. */
export function pseudoText(part: Part): Part {
  if (typeof part !== 'string')
    return Array.isArray(part) ? (part.map((each) => pseudoText(each)) as Part) : part;
  const longer = part.replaceAll(/[aeiouns]/gi, (letter) => ACCENTED[letter] ?? letter);
  return part.trim() === '' ? part : longer.replace(/^(\s*)(.*?)(\s*)$/su, '$1⟦$2⟧$3');
}
