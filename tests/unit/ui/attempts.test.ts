import { describe, expect, it } from 'vitest';
import { Attempts } from '../../../src/ui/state/attempts.svelte.ts';

class Screen extends Attempts {
  wrong = '';
  do(work: () => Promise<void>): Promise<boolean> {
    return this.attempt(work);
  }
  doAndHear(work: () => Promise<void>): Promise<boolean> {
    return this.attempt(work, () => {
      this.wrong = 'no';
    });
  }
}
const fail = (): Promise<void> => Promise.reject(new Error('no'));

describe('attempts of a screen to do something', () => {
  it('are busy while the work is under way, and start no other work then', async () => {
    const screen = new Screen();
    let done = (): void => undefined;
    const first = screen.do(() => new Promise((resolve) => (done = resolve)));
    expect(screen.busy).toBe(true);
    await expect(screen.do(() => Promise.resolve())).resolves.toBe(false);
    done();
    await expect(first).resolves.toBe(true);
    expect(screen.busy).toBe(false);
  });
  it('keep the reason of the last failure until the next attempt', async () => {
    const screen = new Screen();
    await expect(screen.do(fail)).resolves.toBe(false);
    expect(screen.error).toBeInstanceOf(Error);
    expect(screen.busy).toBe(false);
    await screen.do(() => Promise.resolve());
    expect(screen.error).toBeUndefined();
  });
  it('report a failure to a state that handles it itself', async () => {
    const screen = new Screen();
    await screen.doAndHear(fail);
    expect([screen.wrong, screen.error]).toEqual(['no', undefined]);
  });
});
