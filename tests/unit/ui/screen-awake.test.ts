import { describe, expect, it } from 'vitest';
import { ScreenAwake } from '../../../src/ui/state/screen-awake.ts';
import { settled } from '../../support/settled.ts';

const setup = (refuses = false) => {
  const calls: string[] = [];
  const awake = new ScreenAwake({
    request: () => {
      calls.push('request');
      if (refuses) return Promise.reject(new Error('refused'));
      return Promise.resolve({
        release: () => {
          calls.push('release');
          return Promise.resolve();
        },
      });
    },
  });
  return { awake, calls };
};

describe('the screen while reading', () => {
  it('stays on from the moment it is wanted until it is not', async () => {
    const { awake, calls } = setup();
    awake.want(false);
    awake.want(true);
    awake.want(true);
    await settled();
    expect(calls).toEqual(['request']);
    awake.want(false);
    await settled();
    expect(calls).toEqual(['request', 'release']);
  });
  it('is asked for again after the page was hidden', async () => {
    const { awake, calls } = setup();
    for (const wanted of [true, false, true]) awake.want(wanted);
    await settled();
    expect(calls).toEqual(['request', 'request', 'release']);
  });
  it('may go dark where the browser refuses or does not know it', async () => {
    const { awake, calls } = setup(true);
    awake.want(true);
    awake.want(false);
    await settled();
    expect(calls).toEqual(['request']);
    new ScreenAwake(undefined).want(true);
  });
});
