/** A made-up shared wallet of FakePort: rounds of the key exchange, multisig info, payments with signatures. */
import type { Result } from '../../../src/rpc/contract.ts';

type Facts = Result<'x_multisig'>;
const KEYS = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32));

export class FakeSigners {
  multisig = false;
  enabled = false;
  used: boolean;
  round = 1;
  readonly threshold = 2;
  readonly total = 3;
  complete = false;
  begun = false;
  messages: { signer: string; message: string }[] = [];
  coins: Facts['coins'] = undefined;

  constructor({ ready, used }: { readonly ready: boolean; readonly used: boolean }) {
    this.multisig = ready;
    this.enabled = ready;
    this.used = used;
    if (ready) this.round = 4;
  }
  get ready(): boolean {
    return this.multisig && this.round > 3;
  }
  message(round: number, signer = 0): string {
    return `MultisigxV2R${round === 1 ? '1' : 'n'}${KEYS[signer]!}${`${round}`.repeat(60)}`;
  }
  facts(enable: boolean, address: string): Facts {
    if (enable) this.enabled = true;
    const { multisig, ready } = this;
    return {
      next: !this.enabled
        ? 'enable'
        : !multisig
          ? 'begin'
          : !ready
            ? 'exchange'
            : this.complete
              ? 'none'
              : 'export_info',
      multisig,
      ready,
      threshold: multisig || this.begun ? this.threshold : 0,
      total: multisig || this.begun ? this.total : 0,
      begun: this.begun && !multisig,
      messages: this.messages,
      ...(this.coins && { coins: this.coins }),
      round: multisig ? Math.min(this.round, 3) : 0,
      rounds: multisig ? 3 : 0,
      message: ready ? '' : this.message(this.round),
      again: '',
      used: this.used,
      import_needed: false,
      address: ready ? address : '',
      signers: multisig
        ? KEYS.map((key, i) => ({ key, own: i === 0, complete: i === 0 || this.complete }))
        : [],
    };
  }
  take(message: string): void {
    const signer = KEYS.find((key) => message.includes(key)) ?? KEYS[1]!;
    if (this.coins) this.coins = { ...this.coins, messages: [{ signer, message }] };
    else this.messages = [...this.messages, { signer, message }];
  }
  /** Our message of the round that now begins. */
  nextRound(): string {
    this.multisig = true;
    this.messages = [];
    this.round += 1;
    return this.message(this.round);
  }
}
