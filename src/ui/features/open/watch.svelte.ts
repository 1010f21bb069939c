/** Creates a view-only wallet from its first address and its view key. It sees incoming money and cannot spend. */
import { DEVICE_ATTRIBUTE, type DeviceId } from '../../../base/signing-devices.ts';
import type { Params } from '../../../client/client.ts';
import { addressIn, keyIn } from '../../../base/typed-text.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { pairingIn, readPairing, type Pairing } from '../../airgap/pairing.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Birthday } from '../../keys/birthday.svelte.ts';
import { NewWalletForm } from './new-wallet.svelte.ts';

interface AddressVerdict {
  readonly fits: boolean;
  /** A sentence; empty when it fits, or when there is none. */
  readonly fault: string;
}
/** More than a file with a viewing key has: a longer one is refused without reading it whole. */
const MOST_BYTES = 5000;
const NO_ADDRESS: AddressVerdict = { fits: false, fault: '' };

export class WatchState extends Attempts {
  address = $state('');
  viewKey = $state('');
  addressFault = $state('');
  keyFault = $state('');
  addressFits = $state(false);
  /** Name of the chosen file. */
  picked = $state('');
  fileFault = $state('');
  /** Pasted, with all data of the wallet. */
  text = $state('');
  textFault = $state('');
  readonly newWallet: NewWalletForm;
  readonly birthday: Birthday;
  #device: DeviceId | undefined;
  readonly #session: Session;
  readonly #checking = this.latest();
  readonly #reading = this.latest();

  constructor(session: Session) {
    super();
    this.#session = session;
    this.newWallet = new NewWalletForm(session, 'Watched wallet');
    this.birthday = new Birthday(session);
  }
  /**
   * Call it at each change of the address: not every browser says that a field was left after its text was filled in.
   * `final`: the person has left the field; what is still being typed is not called wrong. Returns false if the text changed
   * again before it was checked.
   */
  checkAddress(final = true): Promise<boolean> {
    return this.#checking.run(async (task) => {
      const address = addressIn(this.address);
      const { fits, fault } = address === '' ? NO_ADDRESS : await task.wait(this.#verdictOn(address));
      this.addressFits = fits;
      this.addressFault = final ? fault : '';
    });
  }
  async #verdictOn(address: string): Promise<AddressVerdict> {
    try {
      const answer = await this.#session.client.call('validate_address', { address, anyNetType: true });
      if (!answer.valid)
        return { fits: false, fault: 'This is not an address, or it has a mistake in it. Copy it again.' };
      if (answer.subaddress || answer.integrated)
        return {
          fits: false,
          fault: 'This is not the first address of a wallet. On the main network it starts with 4.',
        };
      return { fits: true, fault: '' };
    } catch (error) {
      return { fits: false, fault: oneLine(explain(error)) };
    }
  }
  /** Reads the file that the other device has saved. */
  async pick(file: (Blob & { readonly name: string }) | undefined): Promise<void> {
    if (file === undefined) return;
    this.picked = file.name;
    await this.#reading.run(async (task) => {
      const bytes = await task.wait(file.slice(0, MOST_BYTES).arrayBuffer());
      const pairing = pairingIn(new Uint8Array(bytes));
      this.fileFault = pairing
        ? ''
        : 'This file has no viewing key. Choose the one that the other device saved.';
      if (pairing) await this.#fill(pairing);
    });
  }
  /** Reads the pasted text. */
  async paste(): Promise<void> {
    const pairing = readPairing(this.text);
    this.textFault =
      this.text.trim() === '' || pairing
        ? ''
        : 'This text has no viewing key. Copy it again, from its beginning to its end.';
    if (pairing) await this.#fill(pairing);
  }
  isPairing(text: string): boolean {
    return readPairing(text) !== undefined;
  }
  /** Reads a code or link with the data of a wallet; returns whether it was one. */
  async pair(text: string): Promise<boolean> {
    const pairing = readPairing(text);
    if (pairing) await this.#fill(pairing);
    return pairing !== undefined;
  }
  async #fill(pairing: Pairing): Promise<void> {
    this.address = pairing.address;
    this.viewKey = pairing.viewKey;
    this.#device = pairing.device;
    void this.birthday.offer(pairing);
    this.checkKey();
    await this.checkAddress();
  }
  checkKey(): void {
    this.keyFault =
      keyIn(this.viewKey) === '' || this.keyFits
        ? ''
        : 'A viewing key has 64 characters, 0 to 9 and a to f. Copy it again.';
  }
  get keyFits(): boolean {
    return /^[0-9a-f]{64}$/.test(keyIn(this.viewKey));
  }
  /** Makes the wallet, and stores the signing device that its code has named. */
  async #make(wanted: Params<'generate_from_keys'>): Promise<unknown> {
    const { client } = this.#session;
    const device = this.#device;
    const made = await client.call('generate_from_keys', wanted);
    if (device) await client.call('set_attribute', { key: DEVICE_ATTRIBUTE, value: device });
    return made;
  }
  /** The wallet is made in any case: the worker has it open when this screen is left for it. */
  override end(): void {
    this.#checking.end();
    this.#reading.end();
    this.birthday.end();
  }
  get whyNot(): string {
    if (!this.addressFits)
      return this.addressFault === '' ? 'The address is still missing.' : 'The address needs a correction.';
    if (!this.keyFits) return 'The viewing key is still missing.';
    if (this.birthday.height === undefined) return 'The date or block is still missing.';
    return '';
  }
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.newWallet.reveal();
    this.#session.keepStorage();
    if (!(await this.checkAddress())) return false;
    this.checkKey();
    const height = this.birthday.height;
    if (this.whyNot !== '' || height === undefined || !this.newWallet.ready) return false;
    return this.attempt(async () => {
      const wanted = {
        filename: this.newWallet.name.trim(),
        password: this.newWallet.password,
        address: addressIn(this.address),
        viewkey: keyIn(this.viewKey),
        restoreHeight: height,
      };
      await this.#session.openBy(
        () => this.#make(wanted),
        () => {
          this.viewKey = '';
        },
      );
    });
  }
}
