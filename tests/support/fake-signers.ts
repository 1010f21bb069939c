/** A made-up shared wallet behind FakePort: rounds that go by, coins that are told of, payments that get signed. */
import { PARCELS } from './fake-parcels.ts';

type Answer = Record<string, unknown>;
const KEYS = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(32));

export class FakeSigners {
  multisig = false;
  enabled = false;
  used: boolean;
  round = 1;
  readonly threshold = 2;
  readonly total = 3;
  told = false;

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
  facts(enable: boolean, address: string): Answer {
    if (enable) this.enabled = true;
    const { multisig, ready } = this;
    return {
      next: !this.enabled
        ? 'enable'
        : !multisig
          ? 'begin'
          : !ready
            ? 'exchange'
            : this.told
              ? 'none'
              : 'tell',
      multisig,
      ready,
      threshold: multisig ? this.threshold : 0,
      total: multisig ? this.total : 0,
      round: multisig ? Math.min(this.round, 3) : 0,
      rounds: multisig ? 3 : 0,
      message: ready ? '' : this.message(this.round),
      again: '',
      used: this.used,
      import_needed: false,
      address: ready ? address : '',
      signers: multisig ? KEYS.map((key, i) => ({ key, own: i === 0, told: i === 0 || this.told })) : [],
    };
  }
  answer(method: string): Answer | undefined {
    switch (method) {
      case 'make_multisig':
      case 'exchange_multisig_keys':
        this.multisig = true;
        this.round += 1;
        return { address: '', multisig_info: this.message(this.round) };
      case 'export_multisig_info':
        return { info: PARCELS.multisigInfo };
      case 'import_multisig_info':
        this.told = true;
        return { n_outputs: 4 };
      case 'sign_multisig':
        return { tx_data_hex: PARCELS.multisigSet, tx_hash_list: ['6'.repeat(64)] };
      default:
        return undefined;
    }
  }
}
