/** Which link the device has, as far as the browser tells it. */
import { expect, test } from 'vitest';
import { linkOf, watchLink, type DeviceConnection } from '../../../src/ui/state/device-link.ts';

test.each([
  [undefined, 'unknown'],
  [{}, 'unknown'],
  [{ type: 'unknown' }, 'unknown'],
  [{ type: 'cellular' }, 'metered'],
  [{ type: 'wifi', saveData: true }, 'metered'],
  [{ type: 'wifi' }, 'free'],
  [{ type: 'ethernet' }, 'free'],
] as const)('%j is a link that is %s', (connection, link) => {
  expect(linkOf(connection)).toBe(link);
});

test('a change of the link is told until the watch ends', () => {
  let type = 'cellular';
  const connection: DeviceConnection = Object.defineProperty(new EventTarget(), 'type', { get: () => type });
  const told: string[] = [];
  const stop = watchLink(connection, (link) => told.push(link));
  type = 'wifi';
  connection.dispatchEvent(new Event('change'));
  stop();
  type = 'cellular';
  connection.dispatchEvent(new Event('change'));
  expect(told).toEqual(['metered', 'free']);
});
