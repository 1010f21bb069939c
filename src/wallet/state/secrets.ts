/** Lists the secret fields of the records: a `Secret` in memory, plain bytes in the encrypted file. */
import { Secret } from '../../base/secret.ts';
import type { AccountRecord, MultisigRecord } from './records/account.ts';
import type { MultisigOutput } from './records/multisig.ts';
import type { TxKeys } from './records/payments.ts';
import type { Put, Tables } from './tables.ts';

/** The record for memory; it shares its bytes with `value`. */
export function holdSecrets({ table, value }: Put): Tables[Put['table']] {
  if (table === 'account') return heldAccount(value);
  if (table === 'txKeys') return heldTxKeys(value);
  if (table === 'multisigOutputs') return heldNonces(value);
  return value;
}

const heldAccount = (account: AccountRecord): AccountRecord => ({
  ...account,
  viewSecret: Secret.over(account.viewSecret),
  ...(account.spendSecret && { spendSecret: Secret.over(account.spendSecret) }),
  ...(account.polyseed && {
    polyseed: { ...account.polyseed, secret: Secret.over(account.polyseed.secret) },
  }),
  ...(account.multisig && { multisig: heldShares(account.multisig) }),
});
const heldShares = (multisig: MultisigRecord): MultisigRecord => ({
  ...multisig,
  signerSecret: Secret.over(multisig.signerSecret),
  keys: multisig.keys.map((each) => Secret.over(each)),
  derivations: multisig.derivations.map((each) => Secret.over(each)),
});
const heldTxKeys = ({ key, additional }: TxKeys): TxKeys => ({
  key: Secret.over(key),
  additional: additional.map((each) => Secret.over(each)),
});
const heldNonces = (output: MultisigOutput): MultisigOutput => ({
  ...output,
  nonces: output.nonces.map((each) => Secret.over(each)),
});
