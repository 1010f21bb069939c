/** get_version: the interface's version, major in the upper half. */
import { defineMethod } from '../method.ts';
import { bool, u32 } from '../schema.ts';

/** Version of the reference's interface that this one follows. */
const MAJOR = 1;
const MINOR = 32;

export default defineMethod({
  name: 'get_version',
  restricted: true,
  params: {},
  result: { version: u32, release: bool },
  handle: () => ({ version: MAJOR * 2 ** 16 + MINOR, release: true }),
});
