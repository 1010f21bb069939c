/** Stretches one password; its 64 MiB go with it. */
import { stretchHere } from '../src/store/stretch.ts';
import { answerOnce } from '../src/transport/once.ts';

answerOnce(stretchHere);
// A tiny one, so that the code is there and compiled before somebody waits for it.
const nothing = { password: new Uint8Array(1), salt: new Uint8Array(16), memoryKib: 64, passes: 1, lanes: 1 };
stretchHere(nothing).catch(() => undefined);
