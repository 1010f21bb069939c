/** Makes OstroErrors of failed answers and of faults. */
import { isFault } from '../base/fault.ts';
import { errorOf, type WireError } from '../rpc/errors.ts';
import { OstroError } from './error.ts';
import type { OstroReason } from './methods.gen.ts';

/** The error for the caller of a failed call. */
export function ostroError({
  code,
  message,
  data,
}: Omit<WireError, 'data'> & { readonly data?: object }): OstroError {
  const { fault = 'internal', ...facts } = (data ?? {}) as { readonly fault?: string };
  return new OstroError(code, message, fault as OstroReason | 'internal', facts);
}

/** Runs `work`; a fault becomes an OstroError, any other error stays. */
export function withOstroErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isFault(error) ? ostroError(errorOf(error)) : error;
  }
}
/** The same for a promise. */
export async function awaitOstroErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isFault(error) ? ostroError(errorOf(error)) : error;
  }
}
