/**
 * x_take_signer_message: checks and stores another signer's message of the current round: `keys` (key exchange) or
 * `coins` (multisig info). `drop` deletes the stored message of this signer instead.
 */
import { messageBytes } from '../../wallet/without-wallet.ts';
import { fromHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_take_signer_message',
  access: 'change',
  console: { needs: ['kind'], secret: true },
  params: { kind: str, message: str, drop: str },
  handle: async ({ kind: named, message, drop }, { wallet }) => {
    const kind = named === 'coins' ? 'coins' : 'keys';
    const bytes = kind === 'coins' ? fromHex(message) : messageBytes(message);
    const signers = await wallet.signers();
    await (drop === '' ? signers.storeMessage(kind, bytes) : signers.dropMessage(kind, drop));
  },
});
