/** Reads data from another device: part by part from QR codes and their pictures, or as a whole from a file or text. */
import { anyOf } from '../format/format.ts';
import { TaskOwner, type Task } from '../state/task.ts';
import {
  kindOfCode,
  MAX_BYTES,
  PAYLOAD_NAMES,
  readPayload,
  readPayloadCode,
  readPayloadText,
  type AirgapPayload,
  type PayloadKind,
} from './payload.ts';
import { codesIn } from './pictures.ts';
import type { ScanDecision } from './scanner.svelte.ts';
import { createUrReader, type PartResult, type UrReader } from './ur.ts';

/** After this many parts of another code in a row, the other device must be showing something else. */
const MOST_FOREIGN = 12;
const NOTHING = 'This does not come from the other device.';
const NO_COMPANION = 'This is not a companion.';
const NO_CODE = 'No code was found in this picture. Take one from closer by.';

export class ImportState extends TaskOwner {
  have = $state(0);
  total = $state(0);
  /** The fault of the data, as a sentence. */
  fault = $state('');
  text = $state('');
  readonly #wanted: readonly PayloadKind[];
  readonly #onpayload: (payload: AirgapPayload) => void;
  readonly #codesIn: (file: Blob) => AsyncGenerator<string>;
  #reader: UrReader = createUrReader();
  /** The reader of the code before, which may come back into the picture. */
  #before: UrReader | undefined;
  #foreign = 0;
  readonly #reading = this.latest();

  /** `read`: gives the codes of a picture. */
  constructor(
    wanted: readonly PayloadKind[],
    onpayload: (payload: AirgapPayload) => void,
    read: (file: Blob) => AsyncGenerator<string> = codesIn,
  ) {
    super();
    this.#wanted = wanted;
    this.#onpayload = onpayload;
    this.#codesIn = read;
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
    const kind = kindOfCode(text);
    if (kind !== undefined && !this.#wanted.includes(kind)) {
      this.fault = this.#otherThanWanted(kind);
      return 'more';
    }
    const received = this.#reader.receive(text);
    this.#foreign = received === 'foreign' ? this.#foreign + 1 : 0;
    const changed = this.#foreign >= MOST_FOREIGN;
    const part = changed ? this.#change(text) : received;
    if (part === 'too_large') this.fault = 'This code is far too large for a payment.';
    else if (part === 'broken') this.#again('The parts do not fit together. Reading starts again.');
    else if (part === 'none' && this.total === 0) this.fault = this.#nothing;
    else if (changed && this.#reader.have > 1)
      this.fault = 'The other device shows the code of before again. Reading goes on.';
    else if (changed) this.fault = 'The other device shows another code now. Reading starts again.';
    else if (part === 'new' || part === 'known') this.fault = '';
    this.have = this.#reader.have;
    this.total = this.#reader.total;
    const { result } = this.#reader;
    if (part !== 'done' || result === undefined) return 'more';
    if (this.#accept(readPayloadCode(result.type, result.bytes))) return 'enough';
    this.#again(this.fault);
    return 'more';
  }
  /** Data as a whole, or pictures of its codes: one for each part, or moving ones. */
  async files(files: readonly Blob[]): Promise<void> {
    await this.#reading.run(async (task) => {
      for (const file of files)
        if (await task.wait(isPicture(file) ? this.#picture(task, file) : this.#whole(task, file))) return;
    });
  }
  /** Each answers whether it has the data. */
  async #picture(task: Task, file: Blob): Promise<boolean> {
    const codes = this.#codesIn(file);
    let found = false;
    for (let at = await task.wait(codes.next()); at.done !== true; at = await task.wait(codes.next())) {
      found = true;
      if (this.code(at.value) === 'enough') return true;
    }
    if (!found) this.fault = NO_CODE;
    return false;
  }
  async #whole(task: Task, file: Blob): Promise<boolean> {
    if (file.size > MAX_BYTES * 3) {
      this.fault = this.#nothing;
      return false;
    }
    const bytes = new Uint8Array(await task.wait(file.arrayBuffer()));
    // Some programs save the data as text.
    return this.#accept(readPayloadText(new TextDecoder().decode(bytes)) ?? readPayload(bytes));
  }
  useText(): void {
    this.#accept(readPayloadText(this.text));
  }

  #otherThanWanted(kind: PayloadKind): string {
    return `This holds ${PAYLOAD_NAMES[kind]}. Needed here: ${anyOf(this.#wanted.map((each) => PAYLOAD_NAMES[each]))}.`;
  }
  #accept(payload: AirgapPayload | undefined): boolean {
    this.#reading.end();
    this.fault = '';
    if (payload === undefined) this.fault = this.#nothing;
    else if (!this.#wanted.includes(payload.kind)) this.fault = this.#otherThanWanted(payload.kind);
    else {
      this.#onpayload(payload);
      return true;
    }
    return false;
  }
  /** Goes back to the code before the present one if this is a part of it; else begins anew. */
  #change(text: string): PartResult {
    const back = this.#before;
    const resumed = back?.receive(text) ?? 'foreign';
    this.#before = this.#reader;
    this.#foreign = 0;
    const isBack = back !== undefined && resumed !== 'foreign' && resumed !== 'none';
    this.#reader = isBack ? back : createUrReader();
    return isBack ? resumed : this.#reader.receive(text);
  }
  #again(why: string): void {
    this.#before = undefined;
    this.#reader = createUrReader();
    this.#foreign = 0;
    this.have = 0;
    this.total = 0;
    this.fault = why;
  }
}

const isPicture = ({ type }: Blob): boolean => type.startsWith('image/');
