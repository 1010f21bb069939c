/**
 * Vitest runs this before each file of unit tests. The files of one worker share its modules, which is much quicker than
 * loading them for each file. What a file may have changed in them is reset here: the kernel in use (WebAssembly, as in the
 * app), the place where passwords are stretched, and the browser's databases.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { toHex } from '../../src/base/hex.ts';
import { setStretcher, stretchHere, type StretchQuestion } from '../../src/store/stretch.ts';
import { cached } from './cached.ts';
import './equal-bytes.ts';
import './seeded.ts';

const stretchKey = ({ password, salt, memoryKib, passes, lanes }: StretchQuestion): string =>
  [toHex(password), toHex(salt), memoryKib, passes, lanes].join();
const stretchOnce = cached(stretchKey, (question: StretchQuestion) => stretchHere(question));

setStretcher(async (question) => (await stretchOnce(question)).slice());
globalThis.indexedDB = new IDBFactory();
