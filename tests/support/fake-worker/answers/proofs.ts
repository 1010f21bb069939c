/** Proofs and signatures: texts of the right form, whose message decides what a check answers. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { xmr } from '../values.ts';

const text = (header: string, length: number): string =>
  header + '9xQ4TmcKfRxQ1GLAyPiHYSnoQBe'.repeat(Math.ceil(length / 27)).slice(0, length);
const network = { network: 'mainnet', devnet: false };
const KINDS = [
  ['OutProof', 'sent'],
  ['InProof', 'received'],
  ['SpendProof', 'spending'],
  ['ReserveProof', 'reserve'],
  ['Sig', 'message'],
] as const;

export const PROOFS = {
  get_tx_proof: ({ address = '' }, { accounts }) => {
    const own = accounts.some(({ addresses }) => addresses.some((each) => each.address === address));
    return { signature: text(own ? 'InProofV2' : 'OutProofV2', 132) };
  },
  get_spend_proof: () => ({ signature: text('SpendProofV1', 16 * 88) }),
  get_reserve_proof: ({ all = false, amount = 0n }) => {
    if (!all && amount > xmr('1000')) throw new Refused(-1, 'cannot_prove', { reason: 'too_little' });
    return { signature: text('ReserveProofV2', 1200) };
  },
  sign: () => ({ signature: text('SigV2', 88) }),
  x_check_proof: ({ proof = '', txid = '', message = '' }) => {
    const [, named = ''] = KINDS.find(([header]) => proof.startsWith(header)) ?? [];
    const kind = /^(?:[0-9a-f]{64})+$/.test(proof) ? 'key' : named;
    if (kind === '') throw new Refused(-1, 'unsound_proof', { reason: 'header' });
    if (/^0+$/.test(txid)) throw new Refused(-8, 'unknown_tx', { txid });
    const good = message !== 'wrong';
    const in_pool = message === 'early';
    return {
      kind,
      good,
      ...network,
      ...(good &&
        ['sent', 'received', 'key'].includes(kind) && {
          payment: { received: xmr('1.25'), in_pool, confirmations: in_pool ? 0 : 1204 },
        }),
      ...(good && kind === 'reserve' && { reserve: { total: xmr('14.2'), spent: xmr('2') } }),
      ...(good && kind === 'message' && { signed_with: 'spend' }),
    };
  },
} satisfies Partial<Answers>;
