/**
 * Transactions that pay a wallet's addresses one after the other, pruned as nodes send them. Each has an output of the
 * wallet and one of nobody. Only what a wallet reads of a foreign transaction is right: no daemon would accept them.
 */
import { asCommitment, asKeyImage, asPublicKey, asSecretKey, asTxId } from '../../src/base/brands.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { writeTransaction } from '../../src/protocol/tx/transaction.ts';
import type { AccountKeys } from '../../src/protocol/keys/account.ts';
import { subaddressKeys } from '../../src/protocol/keys/subaddress.ts';
import { buildOutputs } from '../../src/wallet/spend/outputs.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Template, templateOf } from './repeated-chain.ts';

/** `count` payments to the first `addresses` subaddresses of account 0. The same arguments give the same payments. */
export function ownPayments(account: AccountKeys, count: number, addresses: number): Template[] {
  const bytes = seededRandom('payments to a large wallet');
  return Array.from({ length: count }, (_, i) => {
    const keys = subaddressKeys(account, 0, 1 + (i % addresses));
    const address = { network: 'mainnet', kind: 'subaddress', ...keys } as const;
    const key = asSecretKey(kernel.scalarReduce(bytes(32)));
    const planned = [{ address, amount: 1_000_000_000n + BigInt(i), change: false }];
    const { outputs, extra, ecdh, commitments } = buildOutputs(planned, { key, additional: [] }, key);
    const blob = writeTransaction({
      prefix: {
        version: 2,
        unlockTime: 0n,
        inputs: [
          {
            kind: 'key',
            amount: 0n,
            keyOffsets: new Array<bigint>(16).fill(1n),
            keyImage: asKeyImage(bytes(32)),
          },
        ],
        outputs: [...outputs, { amount: 0n, key: asPublicKey(bytes(32)), viewTag: 0 }],
        extra,
      },
      signatures: [],
      rct: {
        type: 6,
        fee: 30_000_000n,
        pseudoOuts: [],
        ecdh: [...ecdh, { amount: bytes(8) }],
        commitments: [...commitments, asCommitment(bytes(32))],
      },
    });
    return templateOf(blob, asTxId(kernel.keccak256(blob)), 2);
  });
}
