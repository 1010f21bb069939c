/** Data of another device that came from outside of the page: shared by another app, or as a file. */
import { MAX_BYTES, readPayload, readPayloadText, type AirgapPayload, type PayloadKind } from './payload.ts';

interface Item {
  readonly bytes: Uint8Array;
}

/** Undefined when it is something else. Some programs save the data as text. */
export function payloadIn({ bytes }: Item): AirgapPayload | undefined {
  if (bytes.length > MAX_BYTES * 3) return undefined;
  return readPayloadText(new TextDecoder().decode(bytes)) ?? readPayload(bytes);
}
/** For `Incoming.take`: the data, if it is of one of these kinds. */
export function payloadOfKind(...wanted: readonly PayloadKind[]): (item: Item) => AirgapPayload | undefined {
  return (item) => {
    const payload = payloadIn(item);
    return payload && wanted.includes(payload.kind) ? payload : undefined;
  };
}
