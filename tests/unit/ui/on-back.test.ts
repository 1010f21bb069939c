import { describe, expect, it } from 'vitest';
import { onBack, type BackHost } from '../../../src/ui/widgets/on-back.ts';

type Listener = Parameters<NonNullable<BackHost['navigation']>['addEventListener']>[1];
const browser = () => {
  const listeners = new Set<Listener>();
  return {
    navigation: {
      addEventListener: (_: 'navigate', listener: Listener) => void listeners.add(listener),
      removeEventListener: (_: 'navigate', listener: Listener) => void listeners.delete(listener),
    },
    /** True: the browser goes there. */
    goes: (navigationType: string, cancelable = true): boolean => {
      let held = false;
      for (const listener of listeners)
        listener({ navigationType, cancelable, preventDefault: () => void (held = true) });
      return !held;
    },
  };
};

describe('Back over an open sheet', () => {
  it('closes the sheet and stays on the page; afterwards it leaves the page', () => {
    let closed = 0;
    const { navigation, goes } = browser();
    const stop = onBack({ navigation }, () => (closed += 1));
    expect([goes('traverse'), closed]).toEqual([false, 1]);
    stop();
    expect([goes('traverse'), closed]).toEqual([true, 1]);
  });
  it('lets the page go elsewhere by a link, and where the browser does not let it stay', () => {
    let closed = 0;
    const { navigation, goes } = browser();
    onBack({ navigation }, () => (closed += 1));
    expect([goes('push'), goes('traverse', false), closed]).toEqual([true, true, 0]);
  });
  it('does nothing in a browser without the Navigation API', () => {
    expect(() => onBack({}, () => undefined)()).not.toThrow();
  });
});
