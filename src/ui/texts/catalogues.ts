/**
 * The catalogues of `runtime.ts`. The build replaces the code of this file (scripts/tools/texts/plugin.ts). Unit tests run
 * the English source, which needs no catalogue.
 */
import type { CompiledElement } from 'wuchale';

export type Catalogue = CompiledElement[];
type Load = () => Promise<{ readonly default: Catalogue }>;

/** The texts of the first screens in English. */
export const english: Catalogue = [];
/** By group and language. English is missing where it is there already. */
export const load: Readonly<Record<'first' | 'rest', Readonly<Record<string, Load>>>> = {
  first: {},
  rest: {},
};
