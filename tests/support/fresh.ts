/**
 * Run before each file of unit tests. Those of one worker share its modules, which is much quicker than loading them for
 * each file; what modules keep that tests would notice is made anew: the kernel in use and the browser's databases.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { installKernel } from '../../src/kernel/kernel.ts';
import { refKernel } from '../../src/kernel/ref/ref-kernel.ts';

installKernel(refKernel);
globalThis.indexedDB = new IDBFactory();
