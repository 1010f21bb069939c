/**
 * The texts of the page in its language. `npm run build` replaces the English texts of `src/ui` by look-ups in one of two
 * catalogues: `first` has the texts of the first screens and is there before any of their modules run, `rest` those of
 * all other screens, which load it with `loadRest`.
 */
import toRuntime from 'wuchale/runtime';
import { english, load, type Catalogue } from './catalogues.ts';
import { LANGUAGE } from './language.ts';

/** English, if the catalogue cannot be loaded: the page must work in any case. */
const read = async (group: 'first' | 'rest'): Promise<Catalogue> => {
  const ofLanguage = load[group][LANGUAGE];
  try {
    if (ofLanguage !== undefined) return (await ofLanguage()).default;
  } catch (error) {
    console.error(`The texts in ${LANGUAGE} cannot be loaded`, error);
  }
  return group === 'first' ? english : ((await load.rest['en']?.())?.default ?? []);
};
/** Used by the built code alone. @public */
export const first = toRuntime({ c: await read('first') }, LANGUAGE);

const ofRest: { c: Catalogue } = { c: [] };
/** @public */
export const rest = toRuntime(ofRest, LANGUAGE);
let loading: Promise<void> | undefined;
/** Call it before a screen is loaded whose texts are in `rest`. */
export function loadRest(): Promise<void> {
  loading ??= read('rest').then((texts) => void (ofRest.c = texts));
  return loading;
}
