/**
 * Reads the background copies of wallets in the worker of the browser extension, which loads this script when an alarm asks for
 * it.
 */
import { extensionApi } from '../src/extension/browser-api.ts';
import { CHALLENGES, passChallenges } from '../src/extension/challenges.ts';
import { readOneCopy } from './read-copy.ts';

passChallenges(extensionApi(), () => new BroadcastChannel(CHALLENGES));
(globalThis as { ostroReadCopy?: typeof readOneCopy }).ostroReadCopy = readOneCopy;
