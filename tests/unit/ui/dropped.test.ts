import { describe, expect, it } from 'vitest';
import { droppedItem, MAX_DROPPED } from '../../../src/ui/app/dropped.ts';
import { kindOf } from '../../../src/ui/features/open/shared.ts';

const NO_CODE = () => Promise.resolve(undefined);
const LINK =
  'monero:888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H';
const dropped = (files: readonly File[], texts: Readonly<Record<string, string>> = {}) => ({
  files,
  getData: (type: string) => texts[type] ?? '',
});

describe('what is dropped on the window', () => {
  it('is a payment link as text, as a link and in a picture of a code', async () => {
    for (const data of [
      dropped([], { 'text/plain': ` ${LINK}\n` }),
      dropped([], { 'text/uri-list': LINK }),
      dropped([new File([LINK], 'pay.txt')]),
    ])
      expect(kindOf((await droppedItem(data, NO_CODE))!)).toEqual({ is: 'payment', text: LINK });
    const picture = dropped([new File([new Uint8Array(9)], 'code.png', { type: 'image/png' })]);
    const item = await droppedItem(picture, () => Promise.resolve(LINK));
    expect(kindOf(item!)).toEqual({ is: 'payment', text: LINK });
  });
  it('is a wallet file by its name or its first bytes', async () => {
    const item = await droppedItem(dropped([new File(['x'], 'savings.keys')]), NO_CODE);
    expect(kindOf(item!)).toEqual({ is: 'wallet' });
  });
  it('is unknown for a picture without a code, also if reading it fails', async () => {
    const picture = dropped([new File([LINK], 'cat.png', { type: 'image/png' })]);
    for (const read of [NO_CODE, () => Promise.reject(new Error('no picture'))])
      expect(kindOf((await droppedItem(picture, read))!)).toEqual({ is: 'unknown' });
  });
  // threat: hostile-text
  it('is left alone when it is empty or larger than anything that is read', async () => {
    expect(await droppedItem(dropped([]), NO_CODE)).toBeUndefined();
    const huge = { size: MAX_DROPPED + 1, name: 'x', type: '' } as File;
    expect(await droppedItem(dropped([huge]), NO_CODE)).toBeUndefined();
  });
});
