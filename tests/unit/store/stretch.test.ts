/** Which thread derives keys from passwords; crypt.test.ts checks the result. */
import { expect, test } from 'vitest';
import { stretch, setStretcher, stretchHere } from '../../../src/store/stretch.ts';

const question = {
  password: new Uint8Array([1, 2, 3]),
  salt: new Uint8Array(16).fill(7),
  memoryKib: 64,
  passes: 1,
  lanes: 1,
};

test('the given worker derives the key; if it fails, this thread does', async () => {
  const here = await stretchHere(question);
  expect(await stretch(question)).toEqual(here);
  setStretcher(() => Promise.resolve(new Uint8Array(32).fill(9)));
  expect(await stretch(question)).toEqual(new Uint8Array(32).fill(9));
  setStretcher(() => Promise.reject(new Error('no worker')));
  expect(await stretch(question)).toEqual(here);
});
