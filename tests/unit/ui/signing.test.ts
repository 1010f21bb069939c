import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { SignerState } from '../../../src/ui/features/cold/signer.svelte.ts';
import { WatcherState } from '../../../src/ui/features/cold/watcher.svelte.ts';
import { readPayload, type AirgapPayload } from '../../../src/ui/airgap/payload.ts';
import { ImportState } from '../../../src/ui/airgap/import.svelte.ts';
import { createFrames } from '../../../src/ui/airgap/ur.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { PAYLOADS } from '../../support/fake-worker/payloads.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';
import { sentBy } from '../../support/sent-by.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  return { port, session };
};
const payload = (kind: keyof typeof PAYLOADS): AirgapPayload => readPayload(fromHex(PAYLOADS[kind]))!;
const asked = (port: FakePort, method: string) => port.calls.filter((call) => call.method === method);

describe('the signing device', () => {
  it('imports coins and shows their key images', async () => {
    const { port, session } = await setup('cold');
    const signer = new SignerState(session);
    expect(await signer.receive(payload('outputs'))).toBe(true);
    expect([signer.step, signer.newCoins, signer.shown?.kind]).toEqual(['keyImages', 2, 'keyImages']);
    expect(asked(port, 'import_outputs')[0]?.params).toEqual({ outputs_data_hex: PAYLOADS.outputs });
    expect(asked(port, 'x_export_key_images')[0]?.params).toEqual({ all: false });
  });
  it('shows what a payment does before it signs, and signs that payment', async () => {
    const { port, session } = await setup('cold');
    const signer = new SignerState(session);
    await signer.receive(payload('unsigned'));
    expect(signer.step).toBe('review');
    expect(asked(port, 'sign_transfer')).toEqual([]);
    expect(signer.payment).toMatchObject({
      summary: { recipients: [{ address: PAYEE, amount: 1_250_000_000_000n }], fee: 122_880_000n },
      desc: [{ dummyOutputs: 0 }],
    });
    await signer.sign();
    expect(asked(port, 'sign_transfer')[0]?.params).toEqual({ unsigned_txset: PAYLOADS.unsigned });
    expect([signer.step, signer.shown?.kind]).toEqual(['signed', 'signed']);
  });
  it('drops a payment that is not signed', async () => {
    const { port, session } = await setup('cold');
    const signer = new SignerState(session);
    await signer.receive(payload('unsigned'));
    signer.idle();
    expect([signer.step, signer.payment]).toEqual(['idle', undefined]);
    expect(asked(port, 'sign_transfer')).toEqual([]);
  });
  it('refuses data of another wallet, and stays on its screen', async () => {
    const { port, session } = await setup('cold');
    const signer = new SignerState(session);
    port.refuseNext('import_outputs', 'foreign_account');
    expect(await signer.receive(payload('outputs'))).toBe(false);
    expect([signer.step, signer.foreign]).toEqual(['idle', true]);
  });
});

describe('the watching device', () => {
  it('shows the next step', async () => {
    const { session } = await setup('watch');
    const watcher = new WatcherState(session);
    expect(watcher.next).toBe('coins');
    await watcher.showCoins();
    expect([watcher.step, watcher.shown?.kind]).toEqual(['coins', 'outputs']);
    await watcher.receive(payload('keyImages'));
    expect([watcher.step, watcher.next]).toEqual(['idle', 'pay']);
  });
  const typed = async (session: Session): Promise<SendState> => {
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setAmount('1.25');
    send.note = ' Bike ';
    return send;
  };
  it('stores a typed payment once, without a review, at the fee level of the form', async () => {
    const { port, session } = await setup('watch');
    const send = await typed(session);
    await send.preview();
    send.choose(3);
    const [first, second] = await Promise.all([send.make(), send.make()]);
    expect([first?.toSign, second, await send.make()]).toEqual([true, undefined, undefined]);
    expect([send.review !== undefined, send.draft]).toEqual([false, undefined]);
    expect(asked(port, 'x_prepare_transfer').map(({ params }) => params)).toMatchObject([{ priority: 3 }]);
    expect(asked(port, 'x_send_prepared')).toHaveLength(1);
  });
  it('stores nothing of a payment that cannot be prepared, and says why in the form', async () => {
    const { port, session } = await setup('watch');
    const send = await typed(session);
    port.refuseNext('x_prepare_transfer', 'decoys_suspicious');
    expect(await send.make()).toBeUndefined();
    expect([asked(port, 'x_send_prepared').length, send.stage]).toEqual([0, 'form']);
    expect(send.error).toBeDefined();
    expect(send.draft).toMatchObject({ recipients: [{ text: PAYEE, amountText: '1.25' }] });
  });
  it('keeps what was typed while the payment is prepared, and leaves it if the screen is left then', async () => {
    const { port, session } = await setup('watch');
    const send = await typed(session);
    const { draft } = send;
    const making = send.make();
    expect([send.stage, send.draft]).toEqual(['making', draft]);
    session.book.sendDraft = send.draft;
    send.end();
    expect(await making).toBeUndefined();
    expect([asked(port, 'x_send_prepared').length, session.book.sendDraft]).toEqual([0, draft]);
  });
  it.each(['arrives', 'fails'])(
    'keeps nothing while the payment is stored after the screen was left, until that %s',
    async (end) => {
      const { port, session } = await setup('watch');
      const send = await typed(session);
      const { draft } = send;
      session.book.sendDraft = draft;
      if (end === 'fails') port.refuseNext('x_send_prepared', 'no_node');
      const request = port.request.bind(port);
      const during: unknown[] = [];
      port.request = (asking) => {
        if (asking.method === 'x_send_prepared') {
          during.push(send.draft, session.book.sendDraft);
          send.end();
        }
        return request(asking);
      };
      await send.make();
      expect([...during, session.book.sendDraft]).toEqual([
        undefined,
        undefined,
        end === 'fails' ? draft : undefined,
      ]);
    },
  );
  it('brings a payment that is changed back into the form, as it was typed or from what is stored', async () => {
    for (const kept of [true, false]) {
      const { port, session } = await setup('watch');
      const send = await typed(session);
      send.subtractFee = true;
      const { draft } = send;
      const sent = await send.make();
      if (kept) session.book.madeDraft = { id: sent?.unsent, draft };
      const watcher = new WatcherState(session);
      await watcher.openPayment(sent!.unsent!);
      expect(await watcher.change()).toBe(true);
      expect([asked(port, 'x_discard_payment').length, watcher.step]).toEqual([1, 'idle']);
      expect(session.unsent.payments).toEqual([]);
      expect(session.book.sendDraft).toMatchObject({ subtractFee: kept, recipients: [{ text: PAYEE }] });
      expect(session.book.sendDraft?.note.trim()).toBe('Bike');
    }
  });
  it('shows an unsigned payment, and sends the signed one', async () => {
    const { port, session } = await setup('watch');
    const send = await typed(session);
    expect(await send.make()).toMatchObject({ toSign: true });
    expect(session.unsent.payments).toMatchObject([
      { destinations: [{ address: PAYEE }], note: 'Bike', next: 'sign' },
    ]);
    expect(asked(port, 'x_send_prepared').map(({ params }) => params)).toMatchObject([{ note: 'Bike' }]);

    const watcher = new WatcherState(session);
    expect(watcher.next).toBe('sign');
    await watcher.openPayment(watcher.waiting!.id);
    expect([watcher.step, watcher.shown?.kind]).toEqual(['payment', 'unsigned']);
    await watcher.receive(payload('signed'));
    expect([watcher.step, asked(port, 'submit_transfer').length]).toEqual(['ready', 0]);
    expect(watcher.payment).toMatchObject({ destinations: [{ address: PAYEE }], differs: [] });
    const txid = await sentBy(watcher);
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    expect(asked(port, 'submit_transfer')[0]?.params).toEqual({ tx_data_hex: PAYLOADS.signed });
    expect([session.unsent.payments, watcher.step]).toEqual([[], 'idle']);
  });
  it('keeps a payment when the node refuses the signed one', async () => {
    const { port, session } = await setup('watch');
    const watcher = new WatcherState(session);
    await watcher.receive(payload('signed'));
    port.refuseNext('submit_transfer', 'tx_rejected', { reason: '', flags: [] });
    expect(await sentBy(watcher)).toBeUndefined();
    expect(watcher.step).toBe('ready');
    expect(session.unsent.payments).toHaveLength(1);
    expect(watcher.error).toBeDefined();
  });
  it('drops unsigned payments from the screen when the wallet is locked', async () => {
    const { session } = await setup('watch');
    await new WatcherState(session).receive(payload('signed'));
    expect(session.unsent.payments).toHaveLength(1);
    await session.lock();
    expect(session.unsent.payments).toEqual([]);
  });
});

describe('reading data from the other device', () => {
  const bytes = fromHex(PAYLOADS.unsigned);
  const frames = (type: string, n: number): string[] => {
    const made = createFrames(type, bytes);
    return Array.from({ length: n }, () => made.next());
  };
  const taking = (wanted: AirgapPayload['kind'][]) => {
    const got: AirgapPayload[] = [];
    return { got, take: new ImportState(wanted, (each) => got.push(each)) };
  };

  it('counts the frames of an animated code until it has all', () => {
    const { got, take } = taking(['unsigned']);
    const all = frames('xmr-txunsigned', 18);
    all.slice(0, 7).forEach((frame) => take.code(frame));
    expect([take.have, take.total]).toEqual([7, 18]);
    expect(
      all
        .slice(7)
        .map((frame) => take.code(frame))
        .at(-1),
    ).toBe('enough');
    expect(got.map(({ kind }) => kind)).toEqual(['unsigned']);
    expect(got[0]?.bytes).toEqual(bytes);
  });
  it('starts again when the other device shows another code', () => {
    const { got, take } = taking(['unsigned']);
    take.code(createFrames('xmr-output', fromHex(PAYLOADS.outputs)).next());
    frames('xmr-txunsigned', 40).forEach((frame) => take.code(frame));
    expect(got).toHaveLength(1);
  });
  it('names data that does not belong here', () => {
    const { got, take } = taking(['outputs', 'unsigned']);
    take.text = PAYLOADS.signed;
    take.useText();
    expect(take.fault).toBe('This holds a signed payment. Needed here: coins or a payment to sign.');
    expect(got).toEqual([]);
  });
  it('ignores a code whose type contradicts its content', () => {
    const { got, take } = taking(['unsigned']);
    frames('xmr-txsigned', 18).forEach((frame) => take.code(frame));
    expect([got.length, take.fault, take.have]).toEqual([
      0,
      'This holds a signed payment. Needed here: a payment to sign.',
      0,
    ]);
  });
  it('accepts files, as bytes and as text', async () => {
    for (const content of [bytes, `${PAYLOADS.unsigned}\n`]) {
      const { got, take } = taking(['unsigned']);
      await take.files([new Blob([Buffer.from(content)])]);
      expect(got[0]?.bytes).toEqual(bytes);
    }
    const { got, take } = taking(['unsigned']);
    await take.files([new Blob(['a picture'])]);
    expect([got.length, take.fault]).toEqual([0, 'This does not come from the other device.']);
  });
});
