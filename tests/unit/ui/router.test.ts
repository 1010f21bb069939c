import { describe, expect, it } from 'vitest';
import { link, readHash, Router, type HashHost } from '../../../src/ui/state/router.svelte.ts';

/** A window's location and history, without a window. */
const fakeWindow = (hash = '') => {
  let listener: () => void = () => undefined;
  const steps = [hash];
  const host: HashHost = {
    location: {
      get hash() {
        return steps[steps.length - 1]!;
      },
      set hash(next: string) {
        steps.push(next);
        listener();
      },
    },
    history: {
      back: () => {
        steps.pop();
        listener();
      },
      replaceState: (_data, _unused, url) => {
        steps[steps.length - 1] = url;
      },
    },
    addEventListener: (_type, next) => (listener = next),
    removeEventListener: () => (listener = () => undefined),
  };
  return { host, steps };
};

describe('routes', () => {
  it("are read from the page's address and written back", () => {
    expect(readHash('')).toEqual({ name: '', args: [] });
    expect(readHash('#/history/ab%2Fc/1')).toEqual({ name: 'history', args: ['ab/c', '1'] });
    expect(link('history', 'ab/c', 1)).toBe('#/history/ab%2Fc/1');
    expect(readHash(link('sent', 'x', 'unsure'))).toEqual({ name: 'sent', args: ['x', 'unsure'] });
  });
  it('are read from a malformed address', () => {
    expect(readHash('#/%E0%A4%A/%')).toEqual({ name: '', args: [] });
  });
});

describe('the router', () => {
  it("follows the page's address", () => {
    const { host } = fakeWindow('#/settings');
    const router = new Router(host);
    const stop = router.listen();
    expect(router.route.name).toBe('settings');
    router.here().go('history', 'ab');
    expect(router.route).toEqual({ name: 'history', args: ['ab'] });
    stop();
  });
  it('goes back the way the person came, or else to the given route', () => {
    const { host, steps } = fakeWindow('#/receive');
    const router = new Router(host);
    router.listen();
    router.here().back('');
    expect(steps).toEqual(['#/']);
    router.here().go('history');
    router.here().go('history', 'ab');
    router.here().back('history');
    expect(router.route).toEqual({ name: 'history', args: [] });
    router.here().back('');
    expect(router.route.name).toBe('');
    expect(steps).toEqual(['#/']);
  });
  it('replaces routes to which the person must not return', () => {
    const { host, steps } = fakeWindow('#/');
    const router = new Router(host);
    router.listen();
    router.here().go('send');
    router.here().replace('sent', 'ab');
    expect(steps).toEqual(['#/', '#/sent/ab']);
    expect(router.route.name).toBe('sent');
  });
  it('does not navigate when the person left the screen that waited', () => {
    const { host, steps } = fakeWindow('#/make');
    const router = new Router(host);
    router.listen();
    const here = router.here();
    host.location.hash = '#/settings';
    expect(here.replace('')).toBe(false);
    expect(here.go('')).toBe(false);
    expect(here.back('')).toBe(false);
    expect(steps).toEqual(['#/make', '#/settings']);
    expect(router.route.name).toBe('settings');
  });
  it('does not navigate when the person left and the browser has not reported it yet', () => {
    const { host, steps } = fakeWindow('#/make');
    const router = new Router(host);
    const here = router.here();
    // The browser reports it later, in a separate event.
    host.location.hash = '#/settings';
    expect(here.replace('')).toBe(false);
    expect(steps).toEqual(['#/make', '#/settings']);
  });
  it('navigates when the person is still there, however long the screen waited', () => {
    const { host, steps } = fakeWindow('');
    const router = new Router(host);
    router.listen();
    const home = router.here();
    home.go('make');
    const here = router.here();
    expect(here.replace('')).toBe(true);
    expect(steps).toEqual(['', '#/']);
    // The same place, written in two ways.
    expect(home.go('history')).toBe(true);
  });
});
