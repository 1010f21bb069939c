/** query_key: the secrets for a paper backup: mnemonic, view_key, spend_key. */
import { polyseedPhrase } from '../../wallet/without-wallet.ts';
import type { SecretKey } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { isDeterministic } from '../../protocol/keys/account.ts';
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { writeMnemonic } from '../../protocol/mnemonic/mnemonic.ts';
import type { WalletSession } from '../../wallet/session/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { refuseInBackground } from '../wire/background.ts';

export default defineMethod({
  name: 'query_key',
  access: 'read',
  console: { needs: ['key_type'], secret: true, password: true },
  params: { key_type: str },
  result: { key: str },
  errors: {
    watch_only: [
      -29,
      (_, { key_type }) =>
        `The wallet is watch-only. Cannot retrieve ${key_type === 'mnemonic' ? 'seed' : 'spend key'}.`,
    ],
  },
  handle: async ({ key_type: type }, { wallet, session }) => {
    if (type === 'view_key') return { key: toHex(wallet.state.account.viewSecret) };
    const { multisig } = wallet.state.account;
    if (type === 'spend_key' && multisig) return { key: toHex(multisig.signerSecret) };
    if (type === 'spend_key') return { key: toHex(spendSecret(wallet, session)) };
    if (type !== 'mnemonic') throw fault('unknown_key_type', { type });
    if (multisig) return { key: (await wallet.signers()).seed() };
    const secret = spendSecret(wallet, session);
    const { account } = wallet.state;
    if (!isDeterministic(account)) throw fault('not_deterministic');
    if (account.polyseed) return { key: await polyseedPhrase(account.polyseed) };
    // A wallet made from keys has no language.
    return { key: await writeMnemonic(parseLanguage(account.seedLanguage || 'English'), secret) };
  },
});

const spendSecret = ({ state }: Wallet, session: WalletSession): SecretKey => {
  const { spendSecret: secret } = state.account;
  if (!secret) refuseInBackground(session);
  if (!secret) throw fault('watch_only');
  return secret;
};
