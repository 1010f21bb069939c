/**
 * check_reserve_proof: the amount that a reserve proof covers, and how much of it was spent since. For a wrong proof
 * the reference returns the sum up to the wrong entry; here it is zero.
 */
import { checkReserve } from '../../wallet/without-wallet.ts';
import { parseAddressFor } from '../../protocol/address/address.ts';
import { fault } from '../faults.ts';
import { definePublicMethod } from '../public-method.ts';
import { bool, str, u64 } from '../schema.ts';
import { noConnection } from '../messages/proof-errors.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'check_reserve_proof',
  // No screen: the page uses x_check_proof, which needs no wallet.
  access: 'read',
  restricted: true,
  site: {
    tier: 'public',
    frame: true,
    params: { address: maxLength(128), message: maxLength(4096), signature: maxLength(60_000) },
  },
  console: { warning: 'asks_about_proof', needs: ['address', 'signature'] },
  params: { address: str, message: str, signature: str },
  result: { good: bool, total: u64, spent: u64 },
  errors: noConnection,
  handle: async ({ address: text, message, signature }, { wallet, session }) => {
    const address = parseAddressFor(wallet.state.account.network, text);
    if (address.kind === 'subaddress') throw fault('reserve_of_subaddress');
    const { clock } = session.world;
    const chain = session.nodes.chosenNode();
    // The node is asked first, as upstream: clients of monero-wallet-rpc learn here whether the wallet has one.
    await chain.tip();
    const seen = await checkReserve({ blocks: chain, relay: chain, clock }, address, message, signature);
    return seen ? { good: true, ...seen } : { good: false, total: 0n, spent: 0n };
  },
});
