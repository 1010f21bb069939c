/** Stretches one password; its 64 MiB are freed when the worker ends. */
import { stretchHere } from '../src/store/stretch.ts';
import { answerOnce } from '../src/transport/once.ts';

answerOnce(stretchHere);
// A tiny job at the start, so that the code is loaded and compiled before it is needed.
const nothing = { password: new Uint8Array(1), salt: new Uint8Array(16), memoryKib: 64, passes: 1, lanes: 1 };
stretchHere(nothing).catch(() => undefined);
