/** set_subaddress_lookahead: how far beyond the labelled accounts and addresses money is looked for. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'set_subaddress_lookahead',
  params: { password: str, major_idx: u32, minor_idx: u32 },
  result: {},
  errors: { wrong_password: [-22, 'Invalid password.'], bad_format: [-1, ({ what }) => what] },
  handle: async ({ password, major_idx: major, minor_idx: minor }, { session, wallet }) => {
    // A wallet that is in no file has no password to ask.
    if (wallet.name !== '') await wallet.file.checkPassword(password);
    for (const [name, value] of Object.entries({ major, minor })) {
      if (value === 0) throw fault('bad_format', { what: `Subaddress ${name} lookahead may not be zero` });
      if (value > MOST) throw fault('bad_format', { what: `Subaddress ${name} lookahead is too large` });
    }
    if (major * minor > MOST) throw fault('bad_format', { what: 'Subaddress lookahead is too large' });
    await session.widen({ major, minor });
    return {};
  },
});
/** Addresses in the table, 32 bytes each, in every scanning worker. The reference would run until its memory ends. */
const MOST = 1_000_000;
