/** Key cancellation: the signer who names a key last chooses it so that the other keys cancel out in the sum. */
import { describe, expect, it } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { concat, u32le, utf8 } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { aggregate } from '../../../../src/protocol/multisig/aggregate.ts';
import { readKexMessage } from '../../../../src/protocol/multisig/kex-message.ts';
import { generateSignature } from '../../../../src/protocol/ring/signature.ts';
import { baseOf, randomness } from './group.ts';

const victim = baseOf(0);
const attacker = baseOf(1);
/** The attacker's own key minus the victim's: a plain sum is the attacker's own key, whose secret it knows. */
const rogue = kernel.pointSub(kernel.mulBase(attacker.signerSecret), kernel.mulBase(victim.signerSecret));

// threat: key-exchange
describe('a key that cancels the keys of the other signers', () => {
  it('does not make a spend key that one signer knows alone', () => {
    const { spendPublic, keys } = aggregate([victim.signerSecret], [asPublicKey(rogue)]);
    expect(spendPublic).not.toEqual(kernel.mulBase(attacker.signerSecret));
    // The victim's signing share is not its first key either: it depends on all keys.
    expect(keys).not.toContainEqual(victim.signerSecret);
  });

  it('is refused as the key of a signer who cannot sign with it', () => {
    const secret = attacker.commonSecret;
    /** A first message that names `signer`, signed with the only secret that the attacker has. */
    const messageOf = (signer: Uint8Array): string => {
      const hash = kernel.keccak256(concat(utf8('MultisigxV2R1'), u32le(1), signer, secret));
      const signature = generateSignature(randomness, hash, asPublicKey(signer), attacker.signerSecret);
      return `MultisigxV2R1${encodeBase58(concat(secret, signer, signature))}`;
    };
    const own = kernel.mulBase(attacker.signerSecret);
    expect(readKexMessage(messageOf(own)).signer).toEqual(own);
    expect(() => readKexMessage(messageOf(rogue))).toThrow(
      expect.objectContaining({ code: 'bad_kex_message', data: { reason: 'signature' } }) as Error,
    );
  });
});
