/** A third of the screens on a phone, without a pointer. */
import { describeKeyboard } from '../../support/ui-dev/every-keyboard.ts';

describeKeyboard('on a phone', { number: 2, count: 3 });
