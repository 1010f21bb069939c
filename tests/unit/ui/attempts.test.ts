import { describe, expect, it } from 'vitest';
import { Attempts } from '../../../src/ui/shared/attempts.svelte.ts';

class Deeds extends Attempts {
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

describe('attempts of a screen', () => {
  it('are busy while the work is under way, and do no other work then', async () => {
    const deeds = new Deeds();
    let done = (): void => undefined;
    const first = deeds.do(() => new Promise((resolve) => (done = resolve)));
    expect(deeds.busy).toBe(true);
    await expect(deeds.do(() => Promise.resolve())).resolves.toBe(false);
    done();
    await expect(first).resolves.toBe(true);
    expect(deeds.busy).toBe(false);
  });
  it('keep why the last one failed, until the next begins', async () => {
    const deeds = new Deeds();
    await expect(deeds.do(fail)).resolves.toBe(false);
    expect(deeds.error).toBeInstanceOf(Error);
    expect(deeds.busy).toBe(false);
    await deeds.do(() => Promise.resolve());
    expect(deeds.error).toBeUndefined();
  });
  it('tell a state that has more to say of a failure instead', async () => {
    const deeds = new Deeds();
    await deeds.doAndHear(fail);
    expect([deeds.wrong, deeds.error]).toEqual(['no', undefined]);
  });
});
