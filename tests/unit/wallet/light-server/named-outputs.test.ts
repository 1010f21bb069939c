// threat: changed-blocks
/** Outputs that a light-wallet server names: honest ones of each kind, and lies about them. */
import { describe, expect, it } from 'vitest';
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asSecretKey,
  asTxId,
  type PublicKey,
} from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { ToldHistory, ToldOutput, ToldTransaction } from '../../../../src/ports/light-server.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import {
  derivationToScalar,
  derivePublicKey,
  generateDerivation,
} from '../../../../src/protocol/keys/derivation.ts';
import { subaddressKeys } from '../../../../src/protocol/keys/subaddress.ts';
import { commit, commitmentMask, encodeEcdh, zeroCommit } from '../../../../src/protocol/rct/amount.ts';
import { ONE } from '../../../../src/protocol/ring/constants.ts';
import { RCT_SIMPLE } from '../../../../src/protocol/tx/types.ts';
import { atOnce } from '../../../../src/base/steps.ts';
import { nameOutputs } from '../../../../src/wallet/light-server/named-outputs.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';

const account = {
  ...accountFromSeed(new Uint8Array(32).fill(5)),
  network: 'mainnet',
  seedLanguage: 'English',
  restoreHeight: 0,
  createdAt: 0,
  lookahead: { major: 1, minor: 1 },
} as AccountRecord;
const txid = (n: number) => asTxId(new Uint8Array(32).fill(n));
const XMR = 1_000_000_000_000n;

interface Wanted {
  readonly n: number;
  readonly amount?: bigint;
  readonly minor?: number;
  readonly coinbase?: boolean;
  /** The server leaves the mask out, as the reference may. */
  readonly bare?: boolean;
}
/** An output that pays this account, in the form in which a server names it, and its transaction. */
const paid = ({ n, amount = XMR, minor = 0, coinbase = false, bare = false }: Wanted) => {
  const secret = asSecretKey(new Uint8Array(32).fill(n));
  const { spendPublic, viewPublic } = minor === 0 ? account : subaddressKeys(account, 0, minor);
  const txPublicKey: PublicKey = asPublicKey(
    minor === 0 ? kernel.mulBase(secret) : kernel.mul(secret, spendPublic),
  );
  const derivation = generateDerivation(viewPublic, secret);
  const shared = derivationToScalar(derivation, 1);
  const mask = coinbase ? ONE : commitmentMask(shared);
  const sealed = encodeEcdh(RCT_SIMPLE, { amount, mask }, shared);
  const output: ToldOutput = {
    ...{ txid: txid(n), outputIndex: 1, globalIndex: 1000 + n, txPublicKey, amount, height: 10 + n },
    key: derivePublicKey(derivation, 1, spendPublic),
    rct: {
      commitment: coinbase ? zeroCommit(amount) : commit({ amount, mask }),
      sealedMask: bare ? new Uint8Array(32) : sealed.mask!,
    },
    subaddress: { major: 0, minor },
  };
  const tx: ToldTransaction = {
    ...{ txid: txid(n), height: 10 + n, timestamp: n, fee: 0n, unlockTime: 0n, coinbase, spends: [] },
  };
  return { output, tx };
};
const history = (transactions: readonly ToldTransaction[], scanned = 100): ToldHistory => ({
  ...{ scanned, chainHeight: scanned, startHeight: 0, transactions },
});
const name = (
  outputs: readonly ToldOutput[],
  transactions: readonly ToldTransaction[],
  known: Parameters<typeof nameOutputs>[2] = new Map(),
) => atOnce(nameOutputs(account, { history: history(transactions), outputs, counts: [5] }, known));
/** How many outputs count, and how many are refused. */
const counts = (...given: Parameters<typeof name>): readonly [number, number] => {
  const { outputs, refused } = name(...given);
  return [outputs.length, refused];
};

describe('an output that a light-wallet server names', () => {
  it.each([
    ['at the main address', {}],
    ['at a subaddress', { minor: 4 }],
    ['of a coinbase', { coinbase: true }],
    ['whose mask is left out', { bare: true }],
  ])('counts %s', (_what, wanted) => {
    const { output, tx } = paid({ n: 3, ...wanted });
    const { outputs, refused } = name([output], [tx]);
    expect(refused).toBe(0);
    expect(outputs).toMatchObject([{ amount: XMR, height: 13, globalIndex: 1003, frozen: false }]);
    expect(outputs[0]!.spent).toBeUndefined();
  });

  it('does not count with another amount, key, index, transaction key or address', () => {
    const { output, tx } = paid({ n: 3 });
    const other = paid({ n: 4 }).output;
    for (const lie of [
      { amount: 2n * XMR },
      { key: other.key },
      { outputIndex: 0 },
      { txPublicKey: other.txPublicKey },
      { subaddress: { major: 0, minor: 1 } },
      { rct: other.rct! },
      { key: asPublicKey(new Uint8Array(32).fill(255)) },
    ])
      expect([lie, ...counts([{ ...output, ...lie }], [tx])]).toEqual([lie, 0, 1]);
  });

  it('may have zeros instead of a commitment only as a coinbase, as monero-lws gives it', () => {
    const zeros = { commitment: asCommitment(new Uint8Array(32)), sealedMask: ONE };
    const of = (coinbase: boolean) => {
      const { output, tx } = paid({ n: 3, coinbase });
      return counts([{ ...output, rct: zeros }], [tx]);
    };
    expect(of(true)).toEqual([1, 0]);
    expect(of(false)).toEqual([0, 1]);
  });

  it('does not count as a coinbase if it is none', () => {
    const { output, tx } = paid({ n: 3 });
    expect(counts([output], [{ ...tx, coinbase: true }])).toEqual([0, 1]);
  });

  it('does not count without its transaction, in another block of it, or at an address that was not asked for', () => {
    const { output, tx } = paid({ n: 3 });
    expect(counts([output], [])).toEqual([0, 1]);
    expect(counts([output], [{ ...tx, height: 14 }])).toEqual([0, 1]);
    const far = paid({ n: 3, minor: 5 });
    expect(counts([far.output], [far.tx])).toEqual([0, 1]);
  });

  it('is checked in small steps when there are thousands', () => {
    const { output, tx } = paid({ n: 3 });
    const far = { ...output, subaddress: { major: 0, minor: 5 } };
    const stepsOf = (outputs: readonly ToldOutput[]): number => {
      const steps = nameOutputs(account, { history: history([tx]), outputs, counts: [5] }, new Map());
      let count = 0;
      while (steps.next().done !== true) count += 1;
      return count;
    };
    expect(stepsOf([output])).toBe(0);
    // 33 units for each that is checked, 1 for each other one.
    expect(stepsOf(new Array<ToldOutput>(200).fill(output))).toBe(6);
    expect(stepsOf(new Array<ToldOutput>(5000).fill(far))).toBe(4);
  });

  it('waits for the next answer when it is newer than the history', () => {
    const { output, tx } = paid({ n: 3 });
    const told = { history: history([tx], 13), outputs: [output], counts: [5] };
    expect(atOnce(nameOutputs(account, told, new Map()))).toEqual({ outputs: [], refused: 0 });
  });

  it('counts once when the same key is named twice, with the larger amount', () => {
    const [small, large] = [paid({ n: 3 }), paid({ n: 3, amount: 2n * XMR })];
    const again = { ...large.output, txid: txid(9) };
    const { outputs } = name([again, small.output], [small.tx, { ...large.tx, txid: txid(9) }]);
    expect(outputs.map(({ amount }) => amount)).toEqual([2n * XMR]);
  });

  it('is spent by its own key image, and by no other in whose ring it is', () => {
    const { output, tx } = paid({ n: 3 });
    const keyImage = name([output], [tx]).outputs[0]!.keyImage!;
    const spending = (image: typeof keyImage, height = 50): ToldTransaction => ({
      ...tx,
      ...{ txid: txid(8), height },
      spends: [{ keyImage: image, txPublicKey: output.txPublicKey, outputIndex: 1 }],
    });
    expect(name([output], [tx, spending(keyImage)]).outputs[0]!.spent).toEqual({ height: 50, txid: txid(8) });
    expect(name([output], [tx, spending(keyImage, 0)]).outputs[0]!.spent).toEqual({
      height: 0,
      txid: txid(8),
    });
    const foreign = asKeyImage(new Uint8Array(32).fill(1));
    expect(name([output], [tx, spending(foreign)]).outputs[0]!.spent).toBeUndefined();
  });

  it('is not checked again, unless the server says something else of it', () => {
    const { output, tx } = paid({ n: 3 });
    const [first] = name([output], [tx]).outputs;
    const known = new Map([[toHex(output.key), first!]]);
    const [again] = name([output], [tx], known).outputs;
    expect(again!.keyImage).toBe(first!.keyImage);
    expect(counts([{ ...output, amount: 2n * XMR }], [tx], known)).toEqual([0, 1]);
  });
});
