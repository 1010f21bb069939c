import { expect, it } from 'vitest';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import { createClient } from '../../../src/client/client.ts';
import { IntegratedState } from '../../../src/ui/features/address/integrated.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const OWN = known.addresses[0]!.address;

const open = async (): Promise<IntegratedState> => {
  const session = new Session(createClient(new FakePort('home', { delay: 0 })));
  await session.start();
  return new IntegratedState(session);
};

it('an integrated address is made of the own address and the payment ID that was typed, or a random one', async () => {
  const state = await open();
  await state.show();
  expect(state.parts?.address).toBe(OWN);
  expect(state.parts?.paymentId).toMatch(/^[0-9a-f]{16}$/);
  state.typed = ` ${known.paymentId} `;
  await state.show();
  expect(state.parts).toMatchObject({ address: OWN, paymentId: known.paymentId });
  expect(state.parts?.integrated).toBe(known.integrated);
});
it('an integrated address that was typed is shown with its parts', async () => {
  const state = await open();
  state.typed = known.integrated;
  await state.show();
  expect(state.parts?.integrated).toBe(known.integrated);
  expect(state.parts?.address).toBe(OWN);
});
it('a wrong payment ID and an address without one are refused in a sentence, and nothing is shown', async () => {
  const state = await open();
  for (const [typed, sentence] of [
    ['12', 'This payment ID is not complete.'],
    [OWN, 'This address contains no payment ID.'],
  ] as const) {
    state.typed = typed;
    await state.show();
    expect(state.wrong).toContain(sentence);
    expect(state.parts).toBeUndefined();
  }
});
