/** Converts bytes to lower-case hex and back. */
import { faultsOf } from './fault.ts';
import type { Steps } from './steps.ts';

export interface HexFaults {
  bad_hex: { readonly length: number };
}
const fault = faultsOf<HexFaults>();

const DIGITS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Part of ECMAScript 2026. */
const builtIn = (Uint8Array.prototype as { toHex?: () => string }).toHex;
/** Node has it; its older versions do not have `builtIn`. */
const { Buffer } = globalThis as {
  readonly Buffer?: { from(bytes: ArrayBufferLike, at: number, length: number): HexWriter };
};
interface HexWriter {
  toString(encoding: 'hex'): string;
}

export function toHex(bytes: Uint8Array): string {
  if (builtIn) return builtIn.call(bytes);
  if (Buffer) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  let out = '';
  for (const byte of bytes) out += DIGITS[byte]!;
  return out;
}

/** Bytes that become hex in one step. */
const STEP_BYTES = 1 << 20;

/** `toHex` of megabytes. */
export function* toHexInSteps(bytes: Uint8Array): Steps<string> {
  let out = '';
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    if (at > 0) yield;
    out += toHex(bytes.subarray(at, at + STEP_BYTES));
  }
  return out;
}

const nibble = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
};

/** Bytes of a hex text in either case; with `size`, exactly that many bytes. Fault `bad_hex`. */
export function fromHex(text: string, size?: number): Uint8Array {
  if (text.length % 2 !== 0 || (size !== undefined && text.length !== size * 2))
    throw fault('bad_hex', { length: text.length });
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) {
    const high = nibble(text.charCodeAt(2 * i));
    const low = nibble(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) throw fault('bad_hex', { length: text.length });
    out[i] = (high << 4) | low;
  }
  return out;
}
