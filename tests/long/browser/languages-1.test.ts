/** A third of the screens, in every language. */
import { describeLanguages } from '../../support/ui-dev/every-language.ts';

describeLanguages({ number: 1, count: 3 });
