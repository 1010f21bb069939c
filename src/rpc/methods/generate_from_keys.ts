/** generate_from_keys: creates a wallet from an address and keys; without the spend key it is view-only. */
import { accountOf, primaryAddress } from '../../wallet/without-wallet.ts';
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';
import { checkName } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'generate_from_keys',
  access: 'app',
  console: {
    warning: 'closes_wallet',
    needs: ['filename', 'address', 'viewkey'],
    secrets: ['spendkey', 'viewkey', 'password'],
    otherWallet: true,
  },
  params: {
    restore_height: def(count, 0),
    filename: str,
    address: str,
    spendkey: str,
    viewkey: str,
    password: str,
    autosave_current: def(bool, true),
    language: str,
  },
  result: { address: str, info: str },
  errors: {
    wallet_exists: [-1, 'Wallet already exists.'],
    bad_address: [-1, 'Failed to parse public address'],
    bad_secret_key: [-1, ({ which }) => `${which} secret key does not match main address`],
    key_mismatch: [-1, ({ which }) => `${which} secret key does not match main address`],
    unknown_language: [-1, 'The specified seed language is invalid.'],
  },
  handle: async (params, { session }) => {
    if (params.viewkey === '')
      throw fault('missing_field', { field: 'viewkey', what: 'a view key you want to restore from' });
    if (params.address === '') throw fault('missing_field', { field: 'address', what: 'a public address' });
    await checkName(session, params.filename);
    const { address, keys } = accountOf({
      address: params.address,
      viewKey: params.viewkey,
      spendKey: params.spendkey,
    });
    const { network } = address;
    if (session.network !== undefined && network !== session.network)
      throw fault('bad_address', { reason: 'prefix' });
    await session.make(
      {
        name: params.filename,
        password: params.password,
        // The address contains the network.
        network,
        keys,
        seedLanguage: params.language === '' ? '' : parseLanguage(params.language),
        restoreHeight: params.restore_height,
      },
      { save: params.autosave_current },
    );
    return {
      address: primaryAddress(network, keys),
      info: keys.spendSecret
        ? 'Wallet has been generated successfully.'
        : 'Watch-only wallet has been generated successfully.',
    };
  },
});
