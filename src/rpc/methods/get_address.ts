/** get_address: an account's addresses with their labels, all or those requested. */
import { defineMethod } from '../method.ts';
import { bool, listOf, obj, str, u32 } from '../schema.ts';
import { anyValue, atMost } from '../site-rules.ts';

/** Addresses that are listed in one turn. */
const IN_ONE_TURN = 2000;

export default defineMethod({
  name: 'get_address',
  // No screen: the page gets the same with more from x_addresses.
  aliases: ['getaddress'],
  access: 'read',
  restricted: true,
  site: { tier: 'identity', params: { account_index: anyValue, address_index: atMost(100, anyValue) } },
  console: { example: { account_index: 0 } },
  params: { account_index: u32, address_index: listOf(u32) },
  result: {
    address: str,
    addresses: listOf(obj({ address: str, label: str, address_index: u32, used: bool })),
  },
  handle: async ({ account_index: major, address_index }, { wallet }) => {
    const labels = wallet.accounts.labelsOf(major);
    const minors = address_index.length > 0 ? address_index : [...labels.keys()];
    const listed: { label: string; address_index: number; used: boolean }[] = [];
    for (const [i, minor] of minors.entries()) {
      if (i % IN_ONE_TURN === IN_ONE_TURN - 1) await wallet.pause();
      // Faults before any address is computed.
      const label = wallet.accounts.labelOf({ major, minor });
      listed.push({ label, address_index: minor, used: wallet.accounts.isUsed({ major, minor }) });
    }
    const indices = minors.map((minor) => ({ major, minor }));
    const texts = await wallet.listAddresses(indices);
    const addresses: ((typeof listed)[number] & { address: string })[] = [];
    for (const [i, address] of texts.entries()) {
      if (i % IN_ONE_TURN === IN_ONE_TURN - 1) await wallet.pause();
      addresses.push({ ...listed[i]!, address });
    }
    return { address: wallet.addressText({ major, minor: 0 }), addresses };
  },
});
