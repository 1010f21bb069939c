/** Reads data from another device: part by part from QR codes, or as a whole from a file or text. */
import { anyOf } from '../format/format.ts';
import { TaskOwner } from '../state/task.ts';
import type { ScanDecision } from './scanner.svelte.ts';
import {
  MAX_BYTES,
  PAYLOAD_NAMES,
  readPayload,
  readPayloadCode,
  readPayloadText,
  type AirgapPayload,
  type PayloadKind,
} from './payload.ts';
import { createUrReader, type UrReader } from './ur.ts';

/** After this many parts of another code in a row, the other device must be showing something else. */
const MOST_FOREIGN = 12;
const NOTHING = 'This does not come from the other device.';
const NO_COMPANION = 'This is not a companion.';

export class ImportState extends TaskOwner {
  have = $state(0);
  total = $state(0);
  /** The fault of the data, as a sentence. */
  fault = $state('');
  text = $state('');
  readonly #wanted: readonly PayloadKind[];
  readonly #onpayload: (payload: AirgapPayload) => void;
  #reader: UrReader = createUrReader();
  #foreign = 0;
  readonly #reading = this.latest();

  constructor(wanted: readonly PayloadKind[], onpayload: (payload: AirgapPayload) => void) {
    super();
    this.#wanted = wanted;
    this.#onpayload = onpayload;
  }
  /** A companion need not come from another device. */
  get isCompanion(): boolean {
    return this.#wanted.includes('companion');
  }
  get #nothing(): string {
    return this.isCompanion ? NO_COMPANION : NOTHING;
  }
  /** A text that the camera read. */
  code(text: string): ScanDecision {
    const part = this.#reader.receive(text);
    this.#foreign = part === 'foreign' ? this.#foreign + 1 : 0;
    if (part === 'foreign' && this.#foreign >= MOST_FOREIGN) {
      this.#again('The other device shows another code now. Reading starts again.');
      return 'more';
    }
    if (part === 'too_large') this.fault = 'This code is far too large for a payment.';
    else if (part === 'broken') this.#again('The parts do not fit together. Reading starts again.');
    else if (part === 'none' && this.total === 0) this.fault = this.#nothing;
    else if (part === 'new' || part === 'known') this.fault = '';
    this.have = this.#reader.have;
    this.total = this.#reader.total;
    const { result } = this.#reader;
    if (part !== 'done' || result === undefined) return 'more';
    if (this.#accept(readPayloadCode(result.type, result.bytes))) return 'enough';
    this.#again(this.fault);
    return 'more';
  }
  async file(file: Blob | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > MAX_BYTES * 3) {
      this.fault = this.#nothing;
      return;
    }
    await this.#reading.run(async (task) => {
      const bytes = new Uint8Array(await task.wait(file.arrayBuffer()));
      // Some programs save the data as text.
      this.#accept(readPayloadText(new TextDecoder().decode(bytes)) ?? readPayload(bytes));
    });
  }
  useText(): void {
    this.#accept(readPayloadText(this.text));
  }

  #accept(payload: AirgapPayload | undefined): boolean {
    this.#reading.end();
    this.fault = '';
    if (payload === undefined) this.fault = this.#nothing;
    else if (!this.#wanted.includes(payload.kind))
      this.fault = `This holds ${PAYLOAD_NAMES[payload.kind]}. Needed here: ${anyOf(this.#wanted.map((kind) => PAYLOAD_NAMES[kind]))}.`;
    else {
      this.#onpayload(payload);
      return true;
    }
    return false;
  }
  #again(why: string): void {
    this.#reader = createUrReader();
    this.#foreign = 0;
    this.have = 0;
    this.total = 0;
    this.fault = why;
  }
}
