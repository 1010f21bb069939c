/** get_languages: languages of seed phrases (`polyseed`: of 16 words), with their English and their own names. */
import { languageFacts, LANGUAGES } from '../../protocol/mnemonic/languages.ts';
import {
  listFacts,
  POLYSEED_LANGUAGES,
  polyseedLanguageName,
} from '../../protocol/mnemonic/polyseed/word-lists.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, def, listOf, str } from '../schema.ts';

export default definePublicMethod({
  name: 'get_languages',
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: {} },
  params: { polyseed: def(bool, false) },
  result: { languages: listOf(str), languages_local: listOf(str) },
  handle: ({ polyseed }) =>
    polyseed
      ? {
          languages: POLYSEED_LANGUAGES.map(polyseedLanguageName),
          languages_local: POLYSEED_LANGUAGES.map((language) => listFacts[language].localName),
        }
      : {
          languages: LANGUAGES,
          languages_local: LANGUAGES.map((language) => languageFacts[language].localName),
        },
});
