import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { KeptDraft } from '../../../src/ui/state/kept-draft.ts';
import type { SendDraft } from '../../../src/ui/state/send-draft.ts';
import { settled } from '../../support/settled.ts';

const DRAFT: SendDraft = {
  recipients: [{ text: '4…', amountText: '0.5' }],
  ...{ all: false, note: '', account: 0, priority: 2, subtractFee: false, coins: [] },
};
const OTHER: SendDraft = { ...DRAFT, note: 'for the coffee' };

/** A wallet that has a draft, and a pause in typing that the test ends. */
const setup = (draft = '') => {
  const wallet = { draft, writes: 0, fails: false };
  const call = (_method: string, { keep }: { readonly keep?: string }) => {
    if (wallet.fails) return Promise.reject(new Error('closed'));
    if (keep !== undefined) {
      wallet.draft = keep;
      wallet.writes += 1;
    }
    return Promise.resolve({ draft: wallet.draft });
  };
  let pause = (): void => undefined;
  const kept = new KeptDraft({ call } as unknown as Client, (_ms, work) => {
    pause = work;
    return () => (pause = () => undefined);
  });
  return { wallet, kept, pause: () => pause() };
};

describe('the typed payment', () => {
  it('is kept after a pause, once, and comes back', async () => {
    const { wallet, kept, pause } = setup();
    expect(await kept.load()).toBeUndefined();
    kept.note(DRAFT);
    kept.note(OTHER);
    expect(wallet.writes).toBe(0);
    pause();
    expect(wallet.writes).toBe(1);
    kept.note({ ...OTHER });
    pause();
    expect(wallet.writes).toBe(1);
    expect(await kept.load()).toEqual(OTHER);
  });
  it('is removed when it was sent or cleared', async () => {
    const { wallet, kept, pause } = setup(JSON.stringify(DRAFT));
    await kept.load();
    kept.note(undefined);
    pause();
    expect(wallet.draft).toBe('');
  });
  it('is kept at once before the wallet is locked', async () => {
    const { wallet, kept } = setup();
    await kept.load();
    kept.note(DRAFT);
    await kept.flush();
    expect(wallet.draft).toBe(JSON.stringify(DRAFT));
  });
  it('of a wallet that was closed is neither removed nor written into the next one', async () => {
    const { wallet, kept, pause } = setup(JSON.stringify(DRAFT));
    // Before it was read, an empty form says nothing.
    kept.note(undefined);
    pause();
    await kept.load();
    kept.note(OTHER);
    kept.forget();
    kept.note(undefined);
    pause();
    await kept.flush();
    expect(wallet.draft).toBe(JSON.stringify(DRAFT));
  });
  it.each(['nonsense', '7', 'null', '{"recipients":[]}', '{"recipients":[{}],"all":false}', '[]'])(
    'is left out if it is %s',
    async (text) => {
      expect(await setup(text).kept.load()).toBeUndefined();
    },
  );
  it('that cannot be read or kept is no error', async () => {
    const { wallet, kept } = setup();
    wallet.fails = true;
    expect(await kept.load()).toBeUndefined();
    kept.note(DRAFT);
    await kept.flush();
  });
  it('is removed by a later try if it could not be before', async () => {
    const { wallet, kept, pause } = setup(JSON.stringify(DRAFT));
    await kept.load();
    wallet.fails = true;
    kept.note(undefined);
    pause();
    await settled();
    wallet.fails = false;
    await kept.flush();
    expect(wallet.draft).toBe('');
  });
});
