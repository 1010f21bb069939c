/**
 * restore_deterministic_wallet: restores a wallet from its 25, 16 or 13 words, with or without a seed offset
 * passphrase; or a multisig signer's wallet from its seed in hex. `restore_height`: first block to read; absent: the
 * month in 16 words, else 0.
 */
import { fromMultisigSeed, heightSince, primaryAddress, wordsOf } from '../../wallet/without-wallet.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, opt, str } from '../schema.ts';
import { networkAndBirth, checkName } from '../wire/new-wallet.ts';

interface Given {
  readonly seed: string;
  readonly seed_offset: string;
  readonly language: string;
}

export default defineMethod({
  name: 'restore_deterministic_wallet',
  access: 'app',
  console: {
    warning: 'closes_wallet',
    needs: ['filename', 'seed'],
    secrets: ['seed', 'seed_offset', 'password'],
    otherWallet: true,
  },
  params: {
    restore_height: opt(count),
    filename: str,
    seed: str,
    seed_offset: str,
    password: str,
    language: str,
    autosave_current: def(bool, true),
    enable_multisig_experimental: def(bool, false),
  },
  result: { address: str, seed: str, info: str, was_deprecated: bool },
  errors: {
    wallet_exists: [-1, 'Wallet already exists.'],
    unknown_language: [
      -1,
      'Wallet was using the old seed language, and the specified new seed language is invalid.',
    ],
  },
  handle: async (params, { session }) => {
    if (params.seed === '')
      throw fault('missing_field', { field: 'seed', what: 'a seed you want to restore from' });
    await checkName(session, params.filename);
    const [{ wanted, seed, wasDeprecated, since }, { network, devnet, now }] = await Promise.all([
      params.enable_multisig_experimental ? fromSigner(params) : fromWords(params),
      networkAndBirth(session),
    ]);
    await session.make(
      {
        name: params.filename,
        password: params.password,
        network,
        ...wanted,
        restoreHeight:
          params.restore_height ?? (since === undefined ? 0 : heightSince(network, devnet, since, now)),
      },
      { save: params.autosave_current },
    );
    return {
      address: primaryAddress(network, wanted.keys),
      seed,
      info: 'Wallet has been restored successfully.',
      was_deprecated: wasDeprecated,
    };
  },
});

const fromWords = async ({ seed: words, seed_offset, language: shown }: Given) => {
  const { keys, language, polyseed, since, seed, wasDeprecated } = await wordsOf(words, seed_offset, shown);
  return {
    wanted: { keys, seedLanguage: language, ...(polyseed && { polyseed }) },
    seed,
    wasDeprecated,
    since,
  };
};

const fromSigner = async ({ seed, seed_offset }: Given) => {
  if (seed_offset !== '') throw fault('multisig_seed_offset');
  const wanted = { ...(await fromMultisigSeed(seed)), multisigEnabled: true, seedLanguage: '' };
  return { wanted, seed: '', wasDeprecated: false, since: undefined };
};
