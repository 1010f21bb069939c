/**
 * Reads the background copies of wallets in the worker of the browser extension, which loads this script when an alarm asks for
 * it.
 */
import { readOneCopy } from './read-copy.ts';

(globalThis as { ostroReadCopy?: typeof readOneCopy }).ostroReadCopy = readOneCopy;
