import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SIGNING_DEVICES, type SigningDevice } from '../../src/base/signing-devices.ts';

const page = readFileSync('docs/signing-devices.md', 'utf8').replace(/\s+/g, ' ');

/** The line of a device, as the page must have it. */
const lineOf = ({ name, partBytes, shown, faults }: SigningDevice): string => {
  const shows = partBytes === 0 ? '' : `${partBytes} B; `;
  const known = faults.map(({ what, answer }) => ` ${what}: ${answer};`).join('');
  return `- **${name}**: ${shows}gets ${shown.bytes} B for ${shown.ms} ms;${known}`.replace(/;$/, '.');
};

describe('the page of signing devices', () => {
  it.each(Object.values<SigningDevice>(SIGNING_DEVICES))('has the facts of $name', (device) => {
    expect(page).toContain(lineOf(device));
  });
  it('has no device that the wallet does not know', () => {
    expect(page.match(/- \*\*/g)).toHaveLength(Object.keys(SIGNING_DEVICES).length);
  });
});
