/** The screens' states of both devices, and of several signers, with real wallets, without a browser or a chain. */
import { describe, expect, it } from 'vitest';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { SignersState } from '../../../src/ui/features/multisig/multisig.svelte.ts';
import { SignerState } from '../../../src/ui/features/cold/signer.svelte.ts';
import { WatcherState } from '../../../src/ui/features/cold/watcher.svelte.ts';
import { FORMS, payloadText, type AirgapPayload, type PayloadKind } from '../../../src/ui/airgap/payload.ts';
import { ImportState } from '../../../src/ui/airgap/import.svelte.ts';
import { createFrames } from '../../../src/ui/airgap/ur.ts';
import type { Session } from '../../../src/ui/state/session.svelte.ts';
import { openRpcSession, PASSWORD, PAYEE, XMR, type RpcSession } from '../../support/rpc/fixture.ts';
import { openHalves } from '../../support/rpc/halves.ts';
import { pageOf } from '../../support/rpc/page.ts';
import { openSigners, tellInfo } from '../../support/rpc/signers.ts';
import { sentBy } from '../../support/sent-by.ts';

/** Reads frames one by one, as a camera would, and misses every fifth. */
const byCode = (payload: AirgapPayload | undefined, wanted: PayloadKind): AirgapPayload => {
  const got: AirgapPayload[] = [];
  const take = new ImportState([wanted], (each) => got.push(each));
  const frames = createFrames(FORMS[payload!.kind].type, payload!.bytes);
  for (let n = 0; got.length === 0 && n < frames.count * 6; n += 1) {
    const frame = frames.next();
    if (n % 5 !== 2 || frames.count === 1) take.code(frame);
  }
  expect(got).toHaveLength(1);
  return got[0]!;
};
const byText = (payload: AirgapPayload | undefined, wanted: PayloadKind): AirgapPayload => {
  const got: AirgapPayload[] = [];
  const take = new ImportState([wanted], (each) => got.push(each));
  take.text = payloadText(payload!);
  take.useText();
  expect(got).toHaveLength(1);
  return got[0]!;
};
const pay = async (page: Session, amount: string) => {
  const send = new SendState(page);
  await send.payee.set(PAYEE, true);
  send.setAmount(amount);
  const reviewing = send.openReview();
  // The form updates its cost preview at the same moment; the review opens nevertheless.
  await send.preview();
  await reviewing;
  expect(send.review !== undefined).toBe(true);
  expect(send.error).toBeUndefined();
  const sent = await send.review!.send();
  expect(send.error).toBeUndefined();
  return sent;
};

describe('a watching and a signing device', () => {
  it('exchange coins and pay, by code and by text', async () => {
    const { hot, cold } = await openHalves();
    const [watching, signing] = [await pageOf(hot), await pageOf(cold)];
    await cold.call('x_set_cold', { enabled: true });
    await signing.loadStatus();
    expect([watching.watchOnly, signing.status.cold]).toEqual([true, true]);

    const watcher = new WatcherState(watching);
    const signer = new SignerState(signing);
    expect([watcher.next, watching.status.unmarked]).toEqual(['coins', 6]);
    await watcher.showCoins();
    await signer.receive(byCode(watcher.shown, 'outputs'));
    expect([signer.error, signer.step, signer.newCoins]).toEqual([undefined, 'keyImages', 6]);
    await watcher.receive(byCode(signer.shown, 'keyImages'));
    expect([watcher.error, watcher.next, watching.status.unmarked]).toEqual([undefined, 'pay', 0]);

    const send = new SendState(watching);
    await send.payee.set(PAYEE, true);
    send.setAmount('1.25');
    await send.preview();
    const { unlockedAfter } = send.level!;
    expect(await send.make()).toMatchObject({ toSign: true });
    // The screen shows this as what can be spent until the change is unlocked.
    expect(watching.book.current?.unlocked).toBe(unlockedAfter);
    expect(watching.unsent.payments).toMatchObject([{ transactions: 1 }]);
    const showing = new WatcherState(watching);
    await showing.openPayment(showing.waiting!.id);
    expect(showing.step).toBe('payment');
    await signer.receive(byText(showing.shown, 'unsigned'));
    expect(signer.error).toBeUndefined();
    expect(signer.payment).toMatchObject({
      summary: {
        recipients: [{ address: PAYEE, amount: (125n * XMR) / 100n }],
        fee: watching.unsent.payments[0]?.fee,
      },
    });
    await signer.sign();
    expect([signer.error, signer.step]).toEqual([undefined, 'signed']);

    await showing.receive(byCode(signer.shown, 'signed'));
    expect([showing.error, showing.step, showing.payment?.differs ?? []]).toEqual([undefined, 'ready', []]);
    const txid = await sentBy(showing);
    expect([showing.error, hot.node.relayed.length, watching.unsent.payments]).toEqual([undefined, 1, []]);
    expect(watching.book.transfers.find((transfer) => transfer.txid === txid)).toMatchObject({
      kind: 'out',
      amount: (125n * XMR) / 100n,
    });
    expect(await cold.call('get_tx_key', { txid: txid! })).toMatchObject({
      tx_key: expect.any(String) as string,
    });
  });
  it('refuse data of another wallet, and do not change', async () => {
    const { hot, cold } = await openHalves();
    const other = openRpcSession();
    await other.call('create_wallet', { filename: 'Other', password: 'p', language: 'English' });
    const watcher = new WatcherState(await pageOf(hot));
    const signer = new SignerState(await pageOf(other));
    await watcher.showCoins();
    expect(await signer.receive(byText(watcher.shown, 'outputs'))).toBe(false);
    expect([signer.foreign, signer.step]).toEqual([true, 'idle']);
    expect(cold.wallet.state.outputs).toHaveLength(0);
  });
});

describe('several signers', () => {
  it('make a wallet of two of two with the guide', async () => {
    const sessions: RpcSession[] = [];
    for (const filename of ['Mara', 'Jon']) {
      const rpc = openRpcSession({ seed: filename });
      await rpc.call('create_wallet', { filename, password: PASSWORD, language: 'English' });
      sessions.push(rpc);
    }
    const guides: SignersState[] = [];
    for (const rpc of sessions) {
      const guide = new SignersState(await pageOf(rpc));
      await guide.load();
      expect([guide.step, guide.planFault]).toEqual(['plan', '']);
      guide.setTotal(2);
      guide.password = PASSWORD;
      await guide.begin();
      guides.push(guide);
    }
    const [mara, jon] = guides as [SignersState, SignersState];
    for (const round of [1, 2]) {
      expect([mara.round, mara.rounds, mara.missing]).toEqual([round, 2, 1]);
      const [ours, theirs] = [byCode(mara.shown, 'multisigKeys'), byText(jon.shown, 'multisigKeys')];
      expect([await mara.receive(ours), await mara.receive(theirs), await jon.receive(ours)]).toEqual([
        false,
        true,
        true,
      ]);
      for (const guide of guides) {
        await guide.goOn();
        expect(guide.error).toBeUndefined();
      }
    }
    expect([mara.step, jon.step]).toEqual(['idle', 'idle']);
    expect(mara.facts?.address).toMatch(/^4/);
    expect(mara.facts?.address).toBe(jon.facts?.address);
  });
  it('exchange multisig info, sign one after the other, and pay', async () => {
    const sessions = await openSigners(2, 2);
    const pages = await Promise.all(sessions.map(pageOf));
    const guides = pages.map((page) => new SignersState(page));
    const [mara, jon] = guides as [SignersState, SignersState];
    for (const guide of guides) {
      await guide.load();
      expect([guide.step, guide.facts?.infoNeeded]).toEqual(['idle', true]);
      await guide.showInfo();
    }
    const [ours, theirs] = [byCode(mara.shown, 'multisigInfo'), byText(jon.shown, 'multisigInfo')];
    await jon.receive(ours);
    await mara.receive(theirs);
    expect([mara.missing, jon.missing]).toEqual([0, 0]);
    // Importing starts a scan, and there is no chain here.
    await tellInfo(sessions);
    for (const guide of guides) await guide.load();
    expect([mara.facts?.infoNeeded, jon.facts?.infoNeeded]).toEqual([false, false]);

    expect(await pay(pages[0]!, '1.25')).toMatchObject({ toSign: true });
    await mara.load(pages[0]!.unsent.payments[0]?.id);
    expect([mara.error, mara.step, mara.signed.length]).toEqual([undefined, 'shown', 1]);
    await jon.receive(byCode(mara.shown, 'multisigSet'));
    expect([jon.error, jon.step]).toEqual([undefined, 'review']);
    expect(jon.payment).toMatchObject({
      summary: { recipients: [{ address: PAYEE, amount: (125n * XMR) / 100n }] },
    });
    await jon.sign();
    expect([jon.error, jon.step]).toEqual([undefined, 'complete']);
    await sentBy(jon);
    expect([jon.error, sessions[1]!.node.relayed.length]).toEqual([undefined, 1]);
  });
});
