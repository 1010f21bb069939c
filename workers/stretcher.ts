/** Stretches each password in its own worker, so that the wallet worker stays free and the memory is freed. */
import { OFFLINE_EDITION, WORKER_TYPE } from '../src/base/offline-edition.ts';
import type { StretchQuestion } from '../src/store/stretch.ts';
import { askOnce } from '../src/transport/once.ts';
import stretchWorker from './stretch.worker.ts?worker&url';
import { mayStartWorkers, scriptUrl } from './trusted.ts';

const start = (): ((question: StretchQuestion) => Promise<Uint8Array>) =>
  askOnce(() => new Worker(scriptUrl(stretchWorker), { type: WORKER_TYPE, name: 'ostro password' }));

/**
 * Starts the first worker at once, because users usually type a password next. Where none may start, each question throws,
 * and `stretch` computes here.
 */
export function createStretcher(): (question: StretchQuestion) => Promise<Uint8Array> {
  let spare: ReturnType<typeof start> | undefined =
    !OFFLINE_EDITION || mayStartWorkers() ? start() : undefined;
  return (question) => {
    const ask = spare ?? start();
    spare = undefined;
    return ask(question);
  };
}
