import { expect, it } from 'vitest';
import { isByCommand } from '../../../src/base/by-command.ts';

it.each([
  ['http://127.0.0.1:28088/by-command/', true],
  ['http://127.0.0.1:28088/by-command/assets/wallet.worker.js', true],
  ['http://127.0.0.1:28088/', false],
  ['http://127.0.0.1:28088/other/by-command/', false],
  ['https://127.0.0.1/by-command/', false],
  ['https://wallet.example/by-command/', false],
  ['http://wallet.example/by-command/', false],
])('the page at %s is served by the command: %s', (address, expected) => {
  expect(isByCommand(new URL(address))).toBe(expected);
});
it('a program without a page is not', () => {
  expect(isByCommand(undefined)).toBe(false);
});
