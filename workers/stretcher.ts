/** Passwords are stretched in a worker each, so that the wallet worker has its hands free and the memory goes back. */
import type { StretchQuestion } from '../src/store/stretch.ts';
import { askOnce } from '../src/transport/once.ts';
import stretchWorker from './stretch.worker.ts?worker&url';
import { scriptUrl } from './trusted.ts';

const start = (): ((question: StretchQuestion) => Promise<Uint8Array>) =>
  askOnce(new Worker(scriptUrl(stretchWorker), { type: 'module', name: 'ostro password' }));

/** The first is started at once: the next thing people do is to type a password. */
export function createStretcher(): (question: StretchQuestion) => Promise<Uint8Array> {
  let spare: ReturnType<typeof start> | undefined = start();
  return (question) => {
    const ask = spare ?? start();
    spare = undefined;
    return ask(question);
  };
}
