/**
 * Runs before each file of unit tests. The files of one worker share its modules, which is much quicker than loading them
 * for each file. So this file resets the state of modules that tests would notice: the kernel in use and the databases.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { installKernel } from '../../src/kernel/kernel.ts';
import { refKernel } from '../../src/kernel/ref/ref-kernel.ts';

installKernel(refKernel);
globalThis.indexedDB = new IDBFactory();
