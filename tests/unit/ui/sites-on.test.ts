/** The list of sites that may ask, in Settings of the browser extension. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { SitesOn } from '../../../src/ui/features/sites/sites-on.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = (answer: boolean | Error = true) => {
  const calls: unknown[] = [];
  let origins: readonly string[] = [];
  const on = new SitesOn(
    {
      list: () => Promise.resolve(origins),
      turnOn: (address) => {
        calls.push(address);
        if (answer instanceof Error) return Promise.reject(answer);
        if (answer) origins = [...origins, address];
        return Promise.resolve(answer);
      },
      turnOff: (origin, nodes) => {
        calls.push([origin, ...nodes]);
        origins = origins.filter((each) => each !== origin);
        return Promise.resolve();
      },
    },
    createClient(new FakePort('home', { delay: 0 })),
  );
  return { on, calls };
};

describe('the sites that may ask', () => {
  it('are asked for in the click itself, and listed', async () => {
    const { on, calls } = setup();
    on.address = ' https://shop.example ';
    const asked = on.turnOn();
    expect(calls).toEqual(['https://shop.example']);
    expect(await asked).toBe(true);
    expect(on.origins).toEqual(['https://shop.example']);
    expect(on.address).toBe('');
  });
  it('say why a site stays off', async () => {
    const refused = setup(false);
    expect(await refused.on.turnOn()).toBe(false);
    expect(refused.on.fault).toContain('The browser did not allow it');
    const wrong = setup(new TypeError('not a site'));
    expect(await wrong.on.turnOn()).toBe(false);
    expect(wrong.on.fault).toContain('https://shop.example');
    const broken = setup(new Error('a bug'));
    expect(await broken.on.turnOn()).toBe(false);
    expect(broken.on.error).toBeInstanceOf(Error);
  });
  it('are turned off with the list of nodes, which may need the permission', async () => {
    const { on, calls } = setup();
    await on.turnOff('https://shop.example');
    expect(calls).toEqual([
      ['https://shop.example', 'https://node.example:18089', 'https://second.example:18089'],
    ]);
  });
});
