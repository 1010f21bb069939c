/** Signs messages with one of our addresses. Upstream: `wallet2::sign` (src/wallet/wallet2.cpp). */
import type { Random } from '../../ports/random.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { signMessage, type MessageKey } from '../../protocol/proof/message.ts';
import { addressOf } from '../account/addresses.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { addressSpendSecret, addressViewSecret } from './own-keys.ts';

/** Returns `SigV2…`; the address may be unused. Fault watch_only, except with the main address's view key. */
export function signAs(
  { random }: { readonly random: Random },
  account: AccountRecord,
  index: SubaddressIndex,
  which: MessageKey,
  data: string,
): string {
  const secret = (which === 'spend' ? addressSpendSecret : addressViewSecret)(account, index);
  try {
    const source = { random: (n: number) => random.bytes(n) };
    return signMessage(source, data, addressOf(account, index), which, secret);
  } finally {
    secret.fill(0);
  }
}
