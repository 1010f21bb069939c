/** The pseudo-language: each text of the catalogue in brackets. What a screen shows outside of them is not from it. */
import type { CompiledElement, CompositePayload } from 'wuchale';

type Part = CompiledElement | CompositePayload | string[];

/** `part`: Numbers stand for placeholders and elements. */
export function bracketed(part: Part): Part {
  if (typeof part === 'string')
    return part.trim() === '' ? part : part.replace(/^(\s*)(.*?)(\s*)$/su, '$1⟦$2⟧$3');
  return Array.isArray(part) ? (part.map((each) => bracketed(each)) as Part) : part;
}
