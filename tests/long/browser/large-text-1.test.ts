/** A third of the screens, in large text and without a pointer. */
import { describeKeyboard } from '../../support/ui-dev/every-keyboard.ts';

describeKeyboard('with large text', { number: 1, count: 3 });
