/** Stretches one password; its 64 MiB go with it. */
import { stretchHere } from '../src/store/stretch.ts';
import { answerOnce } from '../src/transport/once.ts';

answerOnce(stretchHere);
