/** set_subaddress_lookahead: sets how many accounts and addresses after the labelled ones the scan recognises. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'set_subaddress_lookahead',
  access: 'change',
  console: { needs: ['major_idx', 'minor_idx'], secrets: ['password'] },
  params: { password: str, major_idx: u32, minor_idx: u32 },
  errors: { wrong_password: [-22, 'Invalid password.'], bad_format: [-1, ({ what }) => what] },
  handle: async ({ password, major_idx: major, minor_idx: minor }, { session, wallet }) => {
    // A wallet in memory has no password to check.
    if (wallet.name !== '') await wallet.file.checkPassword(password);
    for (const [name, value] of Object.entries({ major, minor })) {
      if (value === 0) throw fault('bad_format', { what: `Subaddress ${name} lookahead may not be zero` });
      if (value > MOST) throw fault('bad_format', { what: `Subaddress ${name} lookahead is too large` });
    }
    if (major * minor > MOST) throw fault('bad_format', { what: 'Subaddress lookahead is too large' });
    await session.widen({ major, minor });
  },
});
/** Most rows of the address table: every scan worker holds 32 bytes for each. The reference has no limit. */
const MOST = 1_000_000;
