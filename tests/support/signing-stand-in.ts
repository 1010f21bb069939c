/**
 * Stand-ins for signing devices, built from their sources and documents (src/base/signing-devices.ts names them), with
 * their faults. Inside, a cold wallet signs: our engine, or monero-wallet-rpc, whose wallet2 is what Cupcake and ANONERO
 * contain. A stand-in reads frames as texts and shows frames as texts.
 */
import { equalBytes } from '../../src/base/bytes.ts';
import { asKeyImage, type SecretKey } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { DEVICE_FACTS, SIGNING_DEVICES, type DeviceId } from '../../src/base/signing-devices.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { decode, encode } from '../../src/protocol/archive/coder.ts';
import { openEnvelope, sealEnvelope } from '../../src/protocol/archive/envelope.ts';
import { writeKeyImages } from '../../src/protocol/archive/key-images.ts';
import { readOutputs, type AccountName } from '../../src/protocol/archive/outputs.ts';
import { signedSet, unsignedSet } from '../../src/protocol/archive/sets.ts';
import { generateDerivation, underivePublicKey } from '../../src/protocol/keys/derivation.ts';
import { subaddressSpendPublic } from '../../src/protocol/keys/subaddress.ts';
import { createFrames, createUrReader } from '../../src/ui/airgap/ur.ts';
import { seededRandom } from './seeded-random.ts';

export interface SignerKeys extends AccountName {
  readonly address: string;
  readonly viewSecret: SecretKey;
}
/** A cold wallet of these keys, without outputs. */
export type OpenSigner = () => Promise<{
  readonly call: (
    method: 'import_outputs' | 'export_key_images' | 'sign_transfer',
    params: object,
  ) => Promise<unknown>;
}>;
export interface StandIn {
  /** The code with address and viewing key. */
  readonly pairing: string;
  /** Reads an animated code, whole or with gaps; answers the frames that it shows next. */
  answer(frames: readonly string[]): Promise<string[]>;
}

const random = seededRandom('stand-in');
const someImage = () => asKeyImage(kernel.mulBase(kernel.scalarReduce(random(32))));

export function standInFor(id: DeviceId, keys: SignerKeys, open: OpenSigner): StandIn {
  const { keepsOutputs } = SIGNING_DEVICES[id];
  let kept: ReturnType<OpenSigner> | undefined;
  const signer = (): ReturnType<OpenSigner> => (keepsOutputs ? (kept ??= open()) : open());
  const seal = (kind: 'keyImages' | 'signed', content: Uint8Array) =>
    sealEnvelope({ random }, kind, keys.viewSecret, content);

  const keyImages = async (set: Uint8Array): Promise<Uint8Array> => {
    const wallet = await signer();
    const { offset } = readOutputs(keys, openEnvelope('outputs', keys.viewSecret, set));
    await wallet.call('import_outputs', { outputs_data_hex: toHex(set) });
    const exported = (await wallet.call('export_key_images', { all: !keepsOutputs })) as Exported;
    const images = exported.signed_key_images.map(({ key_image, signature }) => ({
      keyImage: asKeyImage(fromHex(key_image)),
      signature: fromHex(signature),
    }));
    // Keystone answers for the outputs that it got, and says that they begin at 0.
    const said = id === 'keystone' ? { offset: 0, images: images.slice(offset) } : { ...exported, images };
    return seal('keyImages', writeKeyImages(keys, said));
  };
  const sign = async (set: Uint8Array): Promise<Uint8Array> => {
    if (id === 'keystone') refuseAsKeystone(keys, set);
    const wallet = await signer();
    const { signed_txset } = (await wallet.call('sign_transfer', { unsigned_txset: toHex(set) })) as Signed;
    const signed = fromHex(signed_txset);
    return id === 'keystone' ? seal('signed', asKeystone(keys, signed)) : signed;
  };
  return {
    pairing: pairingOf(id, keys),
    answer: async (frames) => {
      const reader = createUrReader();
      for (const frame of frames) reader.receive(frame);
      if (!reader.result) throw new Error('the stand-in has not read the whole code');
      const { type, bytes } = reader.result;
      const [answered, data] =
        type === 'xmr-output'
          ? (['xmr-keyimage', await keyImages(bytes)] as const)
          : (['xmr-txsigned', await sign(bytes)] as const);
      const { next, count } = createFrames(answered, data, DEVICE_FACTS[id].partBytes);
      // XmrSigner goes on with mixed parts, the others repeat the plain ones.
      return Array.from({ length: id === 'xmrsigner' ? 2 * count : count }, () => next());
    },
  };
}

interface Exported {
  readonly offset: number;
  readonly signed_key_images: readonly { readonly key_image: string; readonly signature: string }[];
}
interface Signed {
  readonly signed_txset: string;
}

/** rust/apps/monero/src/key_images.rs `try_to_generate_image`: an additional key wherever there are some. */
const refuseAsKeystone = (keys: SignerKeys, set: Uint8Array): void => {
  const { txs } = decode(unsignedSet, openEnvelope('unsigned', keys.viewSecret, set));
  for (const { sources, account, minors } of txs)
    for (const { ring, realIndex, txPublicKey, additionalKeys, outputIndex } of sources) {
      const txKey = additionalKeys.length > 0 ? additionalKeys[outputIndex]! : txPublicKey;
      const derivation = generateDerivation(txKey, keys.viewSecret);
      const spendPublic = underivePublicKey(ring[realIndex]!.key, derivation, outputIndex);
      const own = minors.map((minor) => subaddressSpendPublic(keys, account, minor));
      if (!own.some((each) => equalBytes(each, spendPublic))) throw new Error('GenerateKeyImageError');
    }
};
/** rust/apps/monero/src/transfer.rs `sign`: no key images, wrong ones for all outputs of the transactions. */
const asKeystone = ({ viewSecret }: SignerKeys, set: Uint8Array): Uint8Array => {
  const { txs } = decode(signedSet, openEnvelope('signed', viewSecret, set));
  const ownOutputs = txs.flatMap(({ tx }) => tx.prefix.outputs.map(({ key }) => [key, someImage()] as const));
  return encode(signedSet, { txs, keyImages: [], ownOutputs });
};

const pairingOf = (id: DeviceId, { address, viewSecret }: SignerKeys): string => {
  const [primaryAddress, privateViewKey] = [address, toHex(viewSecret)];
  const json = { version: 0, primaryAddress, privateViewKey, restoreHeight: 0 };
  if (id === 'keystone') return JSON.stringify({ ...json, encrypted: false, source: 'Keystone' });
  if (DEVICE_FACTS[id].pairing === 'link')
    return `monero_wallet:${address}?view_key=${privateViewKey}&height=0`;
  return JSON.stringify({ label: id, ...json }, null, 3);
};
