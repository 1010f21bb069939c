/** Threads of Node as workers: how one that fails is noticed. */
import { expect, it } from 'vitest';
import { startPasswordThread } from '../../../src/nodejs/threads.ts';
import { startWorker } from '../../../src/transport/start-worker.ts';

/** Starts a thread with this program. */
const start = (program: string, failed?: (error: Error) => void) => {
  const thread = `data:text/javascript,${encodeURIComponent(program)}`;
  return startWorker(() => startPasswordThread({ thread, kernel: '' }), { failed });
};
const LISTEN = `import { parentPort } from 'node:worker_threads';
parentPort.postMessage('ostro worker listens');`;

it.each([
  ['throws', `throw new Error('no memory')`, 'Error: no memory'],
  ['ends', 'process.exit()', 'the thread has ended'],
])('a thread that %s at its start is a fault at once', async (_name, program, why) => {
  await expect(start(program).ready).rejects.toMatchObject({ data: { reason: 'script', why } });
});

it('a thread that ends after its start is reported', async () => {
  const failure = new Promise((resolve) => {
    const { ready } = start(`${LISTEN} parentPort.once('message', () => process.exit());`, resolve);
    void ready.then((thread) => thread.postMessage('end'));
  });
  expect(await failure).toMatchObject({ data: { reason: 'ended', why: 'the thread has ended' } });
});

it('a thread that was ended on purpose is not reported', async () => {
  const failures: Error[] = [];
  const starting = start(`${LISTEN} parentPort.on('message', () => undefined);`, (error) =>
    failures.push(error),
  );
  const thread = await starting.ready;
  const exited = new Promise((resolve) => thread.addEventListener('error', resolve));
  starting.end();
  await exited;
  expect(failures).toEqual([]);
});
