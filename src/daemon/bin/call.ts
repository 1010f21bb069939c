/** A .bin endpoint whose answer is decoded as a whole. */
import { readEpee, writeEpee, type EpeeFields } from '../../protocol/encoding/epee.ts';
import type { EpeeSection } from '../../protocol/encoding/epee-section.ts';
import type { Endpoint } from '../ask.ts';
import { requireOk } from '../status.ts';

export function binCall<T>(
  path: string,
  request: EpeeFields,
  { maxBytes, read }: { readonly maxBytes: number; readonly read: (answer: EpeeSection) => T },
): Endpoint<T> {
  return {
    path,
    body: writeEpee(request),
    maxBytes,
    seconds: 60,
    idempotent: true,
    read: (bytes) => {
      const answer = readEpee(bytes);
      requireOk(answer.text('status'));
      return read(answer);
    },
  };
}
