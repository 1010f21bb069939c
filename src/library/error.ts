/** The error of the library. */
import type { OstroReason } from './methods.ts';

/** An expected failure of a call. */
export class OstroError extends Error {
  /** The code that monero-wallet-rpc gives. */
  readonly code: number;
  /** Name of the failure; `internal`: a bug in the library, which is the `cause`. */
  readonly reason: OstroReason | 'internal';
  /** Facts about the failure; they depend on the reason. */
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    code: number,
    message: string,
    reason: OstroReason | 'internal',
    data: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OstroError';
    this.code = code;
    this.reason = reason;
    this.data = data;
  }
}
