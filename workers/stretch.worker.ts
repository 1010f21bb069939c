/** Stretches one password; when the worker ends, its 64 MiB are freed. */
import { stretchHere } from '../src/store/stretch.ts';
import { answerOnce } from '../src/transport/once.ts';

answerOnce(stretchHere);
// A tiny job loads and compiles the code before it is needed.
const nothing = { password: new Uint8Array(1), salt: new Uint8Array(16), memoryKib: 64, passes: 1, lanes: 1 };
stretchHere(nothing).catch(() => undefined);
