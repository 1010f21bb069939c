/**
 * x_multisig: state of this signer and its next step: the current round, our message, the signers whose infos cover
 * all outputs, and the messages read in this round. Changes nothing, except that `enable` records that the user
 * accepts multisig as experimental.
 */

import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_multisig',
  access: 'change',
  console: { secret: true, password: true },
  params: { enable: def(bool, false) },
  result: {
    next: str,
    multisig: bool,
    ready: bool,
    /** Number of signatures needed: of the account, or as chosen before the first round ends; 0 before. */
    threshold: count,
    total: count,
    /** Round of the key exchange, from 1. In the last one all signers confirm the address. */
    round: count,
    rounds: count,
    message: str,
    /** Our last message, for signers who have not finished. */
    again: str,
    /** The wallet has received or sent money. */
    used: bool,
    import_needed: bool,
    /** Empty until all signers have confirmed it. */
    address: str,
    /** `key`: the public key that identifies the signer. `complete`: its multisig info covers all coins. */
    signers: listOf(obj({ key: str, own: bool, complete: bool })),
    /** x_begin_multisig was called, and the first round has not ended. */
    begun: bool,
    /** Messages read in the current round of the key exchange. */
    messages: listOf(obj({ signer: str, message: str })),
    /**
     * Our last exported info, and the infos read from others since; `taken` when they were imported. `outdated`: it has no unused
     * nonces for a coin that is free.
     */
    coins: opt(
      obj({
        message: str,
        taken: bool,
        outdated: bool,
        messages: listOf(obj({ signer: str, message: str })),
      }),
    ),
  },
  handle: async ({ enable }, { wallet }) => {
    const { multisig } = wallet;
    const signing = await wallet.signers();
    if (enable) await signing.enable();
    const { signers, lastMessage: again, ...progress } = signing.progress;
    const { active, mainDone, ready, ...group } = multisig.status;
    const keys = multisig.roundOf('keys');
    const coins = multisig.roundOf('coins');
    return {
      ...progress,
      again,
      multisig: active,
      ready,
      begun: !active && keys !== undefined,
      threshold: active ? group.threshold : (keys?.threshold ?? 0),
      total: active ? group.total : (keys?.total ?? 0),
      messages: (keys?.others ?? []).map(({ signer, message }) => ({
        signer: toHex(signer),
        message: new TextDecoder().decode(message),
      })),
      ...(coins?.own && {
        coins: {
          message: toHex(coins.own),
          taken: coins.taken ?? false,
          outdated: multisig.infoOutdated,
          messages: coins.others.map(({ signer, message }) => ({
            signer: toHex(signer),
            message: toHex(message),
          })),
        },
      }),
      used: signing.isUsed,
      import_needed: multisig.importNeeded,
      address: mainDone ? wallet.addressText({ major: 0, minor: 0 }) : '',
      signers: signers.map(({ key, own, coversAll }) => ({ key: toHex(key), own, complete: coversAll })),
    };
  },
});
