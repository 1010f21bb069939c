import { describe, expect, test } from 'vitest';
import { LatestTask, TaskEnded } from '../../../src/ui/state/task.ts';
import { Attempts } from '../../../src/ui/state/attempts.svelte.ts';
import { deferred } from '../../support/deferred.ts';

describe('LatestTask', () => {
  test('uses only the answer of the newest question, in whatever order the answers arrive', async () => {
    const latest = new LatestTask();
    const [first, second] = [deferred<string>(), deferred<string>()];
    const used: string[] = [];
    const ask = (answer: Promise<string>) =>
      latest.run(async (task) => {
        used.push(await task.wait(answer));
      });
    const [one, two] = [ask(first.promise), ask(second.promise)];
    second.resolve('second');
    first.resolve('first');
    expect(await Promise.all([one, two])).toEqual([false, true]);
    expect(used).toEqual(['second']);
    expect(latest.running).toBe(false);
  });
  test('gives an answer that arrives after the end to `drop`, and hides an error that arrives then', async () => {
    const latest = new LatestTask();
    const [answer, refusal] = [deferred<number>(), deferred<number>()];
    const dropped: number[] = [];
    const one = latest.run(async (task) => {
      await task.wait(answer.promise, (late) => {
        dropped.push(late);
      });
    });
    latest.end();
    answer.resolve(7);
    expect(await one).toBe(false);
    expect(dropped).toEqual([7]);
    const two = latest.run(async (task) => {
      await task.wait(refusal.promise);
    });
    latest.end();
    refusal.reject(new Error('too late'));
    expect(await two).toBe(false);
  });
  test('rejects with an error of a task that goes on, and wait throws TaskEnded in one that ended', async () => {
    const latest = new LatestTask();
    await expect(latest.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    let thrown: unknown;
    await latest.run(async (task) => {
      task.end();
      await task.wait(Promise.resolve(1)).catch((error: unknown) => (thrown = error));
    });
    expect(thrown).toBeInstanceOf(TaskEnded);
  });
  test('loads: a load that a later one replaces ends with the later one, whose data are there then', async () => {
    const latest = new LatestTask();
    const [first, second] = [deferred<string>(), deferred<string>()];
    let list = 'old';
    const load = (answer: Promise<string>) =>
      latest.load(async (task) => {
        list = await task.wait(answer);
      });
    let seen = '';
    const one = load(first.promise).then(() => (seen = list));
    const two = load(second.promise);
    first.resolve('first');
    await new Promise((resolve) => setTimeout(resolve));
    expect([seen, list]).toEqual(['', 'old']);
    second.resolve('second');
    await Promise.all([one, two]);
    expect(seen).toBe('second');
    const last = load(new Promise((_, reject) => setTimeout(reject, 0, new Error('refused'))));
    await expect(last).rejects.toThrow('refused');
  });
});

class Screen extends Attempts {
  shown = '';
  show(answer: Promise<string>) {
    return this.attempt(async (task) => {
      this.shown = await task.wait(answer);
    });
  }
  close() {
    this.endAttempt();
  }
}

test('Attempts: an action that ended does not write, report an error, or end the next action', async () => {
  const screen = new Screen();
  const [first, second, third] = [deferred<string>(), deferred<string>(), deferred<string>()];
  const one = screen.show(first.promise);
  screen.close();
  expect(screen.busy).toBe(false);
  const two = screen.show(second.promise);
  first.resolve('first');
  expect(await one).toBe(false);
  expect([screen.shown, screen.busy]).toEqual(['', true]);
  second.resolve('second');
  expect(await two).toBe(true);
  expect([screen.shown, screen.busy]).toEqual(['second', false]);
  const refused = screen.show(third.promise);
  screen.close();
  third.reject(new Error('too late'));
  expect(await refused).toBe(false);
  expect(screen.error).toBe(undefined);
});
