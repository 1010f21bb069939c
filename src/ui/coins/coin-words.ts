/** The texts of a coin: where it was received, and whether it can be spent. */
import { count, xmr } from '../format/format.ts';
import { exactTime, freeIn } from '../format/time.ts';
import type { Session } from '../state/session.svelte.ts';
import type { ListedCoin } from './coin-list.svelte.ts';

/** `Order 1041`, `First address`, `Address 3`, `Mined block 3,381,204`. */
export function coinSource({ addressIndex, coinbase, height }: ListedCoin, label: string): string {
  if (coinbase) return `Mined block ${count(height)}`;
  return label || (addressIndex === 0 ? 'First address' : `Address ${addressIndex}`);
}

type Wallet = Pick<Session, 'watchOnly' | 'shared' | 'testNetwork'>;

export function coinStateWords(coin: ListedCoin, { watchOnly, shared, testNetwork }: Wallet): string {
  switch (coin.state) {
    case 'spendable':
      return watchOnly && coin.keyImage === '' ? 'Not known whether it is spent' : 'Spendable';
    case 'locked':
      if (coin.lockedUntil > 0) return `Locked until ${exactTime(coin.lockedUntil)}`;
      return `Locked until block ${count(coin.freeAt)}: spendable ${freeIn(coin.blocks, testNetwork)}`;
    case 'frozen':
      return 'Frozen';
    case 'spent':
      return 'Being spent';
    case 'bound':
      return 'Kept for a payment that waits for signatures';
    case 'later':
      return 'Received under the new rules: a coming version of Ostro can spend it';
    case 'unknown':
      return shared && coin.keyImage === ''
        ? 'Spendable after the signers exchange multisig info'
        : 'Too old for this program to spend';
  }
}

/** The name of the button that freezes or thaws the coin: with its amount, unless amounts are `hidden`. */
export function freezeWords({ frozen, amount }: ListedCoin, hidden: boolean): string {
  if (hidden) return frozen ? 'Thaw' : 'Freeze';
  return frozen ? `Thaw the coin of ${xmr(amount)}` : `Freeze the coin of ${xmr(amount)}`;
}
