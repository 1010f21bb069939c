import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEVICE_FACTS, DEVICE_IDS, SIGNING_DEVICES, type DeviceId } from '../../src/base/signing-devices.ts';

const page = readFileSync('docs/signing-devices.md', 'utf8').replace(/\s+/g, ' ');

/** The line of a device, as the page must have it. */
const lineOf = (id: DeviceId): string => {
  const { name, shown } = SIGNING_DEVICES[id];
  const { partBytes, faults } = DEVICE_FACTS[id];
  const known = faults.map(({ what, answer }) => ` ${what}: ${answer};`).join('');
  return `- **${name}**: ${partBytes} B; gets ${shown.bytes} B for ${shown.ms} ms;${known}`.replace(
    /;$/,
    '.',
  );
};

describe('the page of signing devices', () => {
  it.each(DEVICE_IDS)('has the facts of %s', (device) => {
    expect(page).toContain(lineOf(device));
  });
  it('has no device that the wallet does not know', () => {
    expect(page.match(/- \*\*/g)).toHaveLength(DEVICE_IDS.length);
  });
});
