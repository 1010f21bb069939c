/** Reads what was dropped on the window: a file, a picture of a code, or a text such as a payment link. */
import { utf8 } from '../../base/bytes.ts';
import type { IncomingItem } from '../state/incoming.svelte.ts';

/** Larger files hold nothing that this app reads. */
export const MAX_DROPPED = 64 << 20;
type DroppedData = Pick<DataTransfer, 'getData'> & { readonly files: ArrayLike<File> };

/** Reads the text of a code in a picture; undefined: there is none. */
export type ReadCode = (picture: Blob) => Promise<string | undefined>;

/** Undefined: nothing of use, or it is too large. Of several files the first counts. */
export async function droppedItem(data: DroppedData, readCode: ReadCode): Promise<IncomingItem | undefined> {
  // The browser empties the data when the event is over, so the text is taken before anything is waited for.
  const text = data.getData('text/uri-list') || data.getData('text/plain');
  const [file] = Array.from(data.files);
  if (file === undefined) return text.trim() === '' ? undefined : { name: '', bytes: utf8(text.trim()) };
  if (file.size > MAX_DROPPED) return undefined;
  if (file.type.startsWith('image/')) {
    const read = await readCode(file).catch(() => undefined);
    return { name: read === undefined ? file.name : '', bytes: utf8(read ?? '') };
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** In characters. No amount is as long as an address. */
const ADDRESS_LENGTH = 95;

/** A field takes what is dropped on it by itself. One for an amount takes no payment link and no address; `text` is the dropped one, if known. */
export function isTakenByField(target: EventTarget | null, text = ''): boolean {
  // @wc-ignore
  const field =
    target instanceof Element ? target.closest('input, textarea, select, [contenteditable]') : null;
  return field !== null && !(text.length >= ADDRESS_LENGTH && field.getAttribute('inputmode') === 'decimal');
}
