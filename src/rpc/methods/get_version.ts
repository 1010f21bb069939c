/** get_version: version of this interface, major number in the upper 16 bits. */
import { definePublicMethod } from '../public-method.ts';
import { bool, u32 } from '../schema.ts';

/** The version of the reference's interface. */
const MAJOR = 1;
const MINOR = 32;

export default definePublicMethod({
  name: 'get_version',
  // No screen: the version of the interface, for programs.
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: {} },
  compat: { release: { result: { version: MAJOR * 2 ** 16 + 31 } }, master: { result: { release: false } } },
  params: {},
  result: { version: u32, release: bool },
  handle: () => ({ version: MAJOR * 2 ** 16 + MINOR, release: true }),
});
