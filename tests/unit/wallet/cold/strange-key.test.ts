/**
 * An output whose transaction public key is no curve point: the payer used the identity as shared secret, as every scan does
 * then. Anybody can pay such a coin to an address; it must not stop what is done with the other coins.
 */
import { expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { atOnce } from '../../../../src/base/steps.ts';
import {
  derivationToScalar,
  derivePublicKey,
  deriveSecretKey,
  generateKeyImage,
} from '../../../../src/protocol/keys/derivation.ts';
import { readReserveProof } from '../../../../src/protocol/proof/reserve-proof.ts';
import { commitmentMask } from '../../../../src/protocol/rct/amount.ts';
import type { AccountKeys } from '../../../../src/protocol/keys/account.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { KEYS, openFixture, XMR, type RpcWallet } from '../../../support/rpc/fixture.ts';
import { exchange, openHalves } from '../../../support/rpc/halves.ts';
import { ownOutput } from '../../../support/rpc/own-output.ts';
import { openSigners, tellInfo } from '../../../support/rpc/signers.ts';

const IDENTITY = Uint8Array.of(1, ...new Uint8Array(31));

const strangeOutput = ({ spendPublic, viewSecret, viewPublic }: AccountKeys): OwnedOutput => ({
  ...ownOutput(
    { spendPublic, viewSecret, viewPublic },
    { tx: 'strange', amount: XMR, height: 400, globalIndex: 7000 },
  ),
  key: derivePublicKey(IDENTITY, 0, spendPublic),
  mask: commitmentMask(derivationToScalar(IDENTITY, 0)),
  txPublicKey: asPublicKey(new Uint8Array(32).fill(0xff)),
});
const keyImage = generateKeyImage(
  derivePublicKey(IDENTITY, 0, KEYS.spendPublic),
  deriveSecretKey(IDENTITY, 0, KEYS.spendSecret!),
);

/** Its index among the outputs. */
const receive = async ({ wallet }: RpcWallet, output: OwnedOutput): Promise<number> => {
  const index = wallet.state.outputs.length;
  await wallet.ledger.commit(change([put('outputs', String(index), output)]));
  return index;
};

test('the signing device knows its key image, and tells it to the view-only wallet', async () => {
  const halves = await openHalves();
  const index = await receive(halves.hot, strangeOutput(KEYS));
  await exchange(halves);
  for (const { wallet } of [halves.cold, halves.hot])
    expect(wallet.state.outputs.map((output) => output.keyImage)[index]).toEqual(keyImage);
  expect(halves.hot.wallet.state.outputs.every((output) => output.keyImage)).toBe(true);
});

test('signers exchange infos about all outputs', async () => {
  const signers = await openSigners(2, 2);
  for (const signer of signers) await receive(signer, strangeOutput(signer.wallet.state.account));
  await tellInfo(signers);
  const [first, second] = signers.map(({ wallet }) =>
    wallet.state.outputs.map((output) => toHex(output.keyImage ?? new Uint8Array())),
  );
  expect(first!.every((image) => image !== '')).toBe(true);
  expect(first).toEqual(second);
});

const point = ownOutput(KEYS, { tx: 'strange', amount: XMR, height: 400, globalIndex: 7000 }).txPublicKey;
const noPoint = asPublicKey(new Uint8Array(32).fill(0xff));
test.each([
  ['its transaction key is no point', {}],
  ['its own key is no point', { txPublicKey: point, additionalKeys: [noPoint] }],
  ['a further key of the transaction made it', { txPublicKey: point, pkIndex: 1 }],
])('a reserve proof leaves it out: %s', async (_why, more) => {
  const rpc = await openFixture();
  const output = { ...strangeOutput(KEYS), ...more, keyImage };
  await receive(rpc, output);
  const { signature } = await rpc.call('get_reserve_proof', { all: true, message: '' });
  const { entries } = atOnce(readReserveProof(signature));
  expect(entries).toHaveLength(5);
  expect(entries.map((entry) => toHex(entry.keyImage))).not.toContain(toHex(keyImage));
});
