/** get_languages: languages of seed phrases, with their English and their own names. */
import { languageFacts, LANGUAGES } from '../../protocol/mnemonic/languages.ts';
import { definePublicMethod } from '../public-method.ts';
import { listOf, str } from '../schema.ts';

export default definePublicMethod({
  name: 'get_languages',
  restricted: true,
  params: {},
  result: { languages: listOf(str), languages_local: listOf(str) },
  handle: () => ({
    languages: LANGUAGES,
    languages_local: LANGUAGES.map((language) => languageFacts[language].localName),
  }),
});
