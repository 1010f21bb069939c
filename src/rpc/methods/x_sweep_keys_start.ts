/**
 * x_sweep_keys_start: reads the chain for keys from paper (see x_check_keys), to send their money into the open wallet. The
 * keys stay in the worker's memory until x_sweep_keys_end, or until the wallet is locked; nothing is stored.
 * `restore_height`: first block to read; absent: what the keys say, else 0. Ends an earlier sweep. Faults of x_check_keys,
 * wrong_network, own_keys.
 */
import { wipeGivenKeys } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { count, opt, str } from '../schema.ts';
import { givenKeysParams, readKeysOf } from '../wire/given-keys.ts';

export default defineMethod({
  name: 'x_sweep_keys_start',
  access: 'spend',
  console: { warning: 'none', needs: ['given_keys'], secrets: ['given_keys', 'passphrase'] },
  params: { ...givenKeysParams, restore_height: opt(count) },
  result: { kind: str, address: str },
  handle: async ({ restore_height, ...params }, { session }) => {
    void session.wallet; // fault no_wallet comes first
    const { given, height } = await readKeysOf(session, params);
    try {
      const { kind, address } = await session.startPaper(given, restore_height ?? height ?? 0);
      return { kind, address };
    } finally {
      wipeGivenKeys(given);
    }
  },
});
