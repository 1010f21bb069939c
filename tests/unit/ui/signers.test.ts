import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { SignersState } from '../../../src/ui/features/multisig/multisig.svelte.ts';
import { payloadText, readPayloadText, type AirgapPayload } from '../../../src/ui/airgap/payload.ts';
import { explain, oneLine } from '../../../src/ui/messages/explain.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { PAYLOADS } from '../../support/fake-worker/payloads.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE } from '../../support/fake-worker/values.ts';
import type { Scenario } from '../../support/fake-worker/wallet.ts';
import { until } from '../../support/until.ts';
import { sentBy } from '../../support/sent-by.ts';

const setup = async (scenario: Scenario) => {
  const port = new FakePort(scenario, { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const signers = new SignersState(session);
  await signers.load();
  const from = (signer: number): AirgapPayload =>
    readPayloadText(port.signers.message(port.signers.round, signer))!;
  return { port, session, signers, from };
};
const asked = (port: FakePort, method: string) => port.calls.filter((call) => call.method === method);
const named = (kind: keyof typeof PAYLOADS): AirgapPayload => readPayloadText(PAYLOADS[kind])!;

describe('making a shared wallet', () => {
  it('goes round by round, and waits for all signers in each', async () => {
    const { port, signers, from } = await setup('empty');
    expect([signers.step, signers.rounds]).toEqual(['plan', 3]);
    signers.password = 'correct horse';
    await signers.begin();
    expect(signers.step).toBe('round');
    expect(signers.shown && payloadText(signers.shown)).toBe(port.signers.message(1));
    for (const round of [1, 2, 3]) {
      expect(signers.round).toBe(round);
      expect([await signers.receive(from(1)), signers.missing]).toEqual([true, 1]);
      expect(await signers.goOn()).toBe(false);
      expect([await signers.receive(from(2)), signers.missing]).toEqual([true, 0]);
      expect(await signers.goOn()).toBe(true);
    }
    expect([signers.step, signers.facts?.ready]).toEqual(['idle', true]);
    expect(asked(port, 'make_multisig')[0]?.params).toMatchObject({ threshold: 2 });
    expect(asked(port, 'exchange_multisig_keys')).toHaveLength(2);
  });
  it('shows the message of a new round as soon as it announces the round', async () => {
    const { port, session, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    await signers.receive(from(1));
    await signers.receive(from(2));
    let shown: string | undefined;
    session.reload = () => {
      shown = signers.shown && payloadText(signers.shown);
      return Promise.resolve();
    };
    await signers.goOn();
    expect(signers.round).toBe(2);
    expect(shown).toBe(port.signers.message(2));
  });
  it('keeps a message that is read while the round before is still being finished', async () => {
    const { session, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    await signers.receive(from(1));
    await signers.receive(from(2));
    let go = (): void => undefined;
    session.reload = () => new Promise<void>((resolve) => (go = resolve));
    const goingOn = signers.goOn();
    await until(() => signers.round >= 2);
    const taking = signers.receive(from(1));
    go();
    expect([await goingOn, await taking, signers.missing]).toEqual([true, true, 1]);
  });
  it('says why it refuses a message, and continues to read', async () => {
    const { port, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    port.refuseNext('x_take_signer_message', 'wrong_signer_message', {
      problem: 'later',
      round: 1,
      found: 2,
    });
    expect([await signers.receive(from(1)), signers.missing]).toEqual([false, 2]);
    expect(oneLine(explain(signers.error))).toContain('belongs to round 2. This wallet is still in round 1.');
    expect([await signers.receive(from(1)), signers.missing]).toEqual([true, 1]);
  });
  it('continues after a reload with the messages that were read', async () => {
    const { session, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    await signers.receive(from(1));
    const again = new SignersState(session);
    await again.load();
    expect([again.step, again.threshold, again.total, again.missing]).toEqual(['round', 2, 3, 1]);
  });
  it('shows its first message again only after the password, and later ones without it', async () => {
    const { port, session, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    const again = new SignersState(session);
    await again.load();
    expect([again.shown, again.facts?.message]).toEqual([undefined, '']);
    for (const password of ['', 'nope']) {
      again.password = password;
      expect(await again.showFirst()).toBe(false);
      expect(again.wrong).toContain(password === '' ? 'password is still missing' : 'not the password');
    }
    await again.receive(from(1));
    expect(again.shown).toBeUndefined();
    again.password = 'correct horse';
    expect(await again.showFirst()).toBe(true);
    expect([again.wrong, again.password, again.missing]).toEqual(['', '', 1]);
    expect(again.shown && payloadText(again.shown)).toBe(port.signers.message(1));
    await again.receive(from(2));
    expect(again.shown).toBeDefined();
    await again.goOn();
    const later = new SignersState(session);
    await later.load();
    expect(later.shown && payloadText(later.shown)).toBe(port.signers.message(2));
  });
  it('keeps its messages when the wallet refuses a round', async () => {
    const { port, signers, from } = await setup('empty');
    signers.password = 'correct horse';
    await signers.begin();
    await signers.receive(from(1));
    await signers.receive(from(2));
    port.refuseNext('make_multisig', 'bad_kex_round', { reason: 'signers' });
    expect(await signers.goOn()).toBe(false);
    expect([signers.step, signers.round, signers.missing]).toEqual(['round', 1, 0]);
  });
  it('is refused with a used wallet', async () => {
    const { port, signers } = await setup('home');
    expect(signers.planFault).toContain('has been used');
    signers.password = 'correct horse';
    expect(await signers.begin()).toBe(false);
    expect(port.signers.enabled).toBe(false);
  });
  it('is not begun before all blocks were read', async () => {
    const { port, session, signers } = await setup('empty');
    for (const more of [{ missing: 5 }, { missing: 0, phase: 'waiting' as const }]) {
      Object.assign(port.status, more);
      await session.loadStatus();
      expect(signers.planFault).toContain('still reads the chain');
    }
  });
  it('limits the threshold to the number of signers', async () => {
    const { signers } = await setup('empty');
    signers.threshold = 3;
    signers.setTotal(2);
    expect([signers.threshold, signers.rounds]).toEqual([2, 2]);
  });
});

describe('spending from a shared wallet', () => {
  it('starts with the exchange of multisig info', async () => {
    const { port, signers } = await setup('signers');
    expect([signers.step, signers.facts?.infoNeeded]).toEqual(['idle', true]);
    await signers.showInfo();
    expect([signers.step, signers.wanted, signers.shown?.kind]).toEqual(['info', 1, 'multisigInfo']);
    const other = { ...named('multisigInfo'), bytes: new Uint8Array([...named('multisigInfo').bytes, 7]) };
    await signers.receive(other);
    expect(await signers.importInfo()).toBe(true);
    expect(asked(port, 'import_multisig_info')[0]?.params).toEqual({ info: [payloadText(other)] });
    expect([signers.step, signers.facts?.infoNeeded]).toEqual(['idle', false]);
  });
  it('exports multisig info anew when the last one is outdated', async () => {
    const { port, signers } = await setup('signers');
    await signers.showInfo();
    signers.idle();
    await signers.showInfo();
    expect(asked(port, 'x_export_multisig_info')).toHaveLength(1);
    port.signers.coins = { ...port.signers.coins!, outdated: true };
    await signers.load();
    await signers.showInfo();
    expect(asked(port, 'x_export_multisig_info')).toHaveLength(2);
  });
  it('makes a payment once, on request, and shows it to the next signer', async () => {
    const { port, session } = await setup('signers');
    const send = new SendState(session);
    await send.payee.set(PAYEE, true);
    send.setAmount('1.25');
    await send.openReview();
    expect(asked(port, 'x_send_prepared')).toEqual([]);
    expect(await send.review!.send()).toMatchObject({ toSign: true });
    expect(asked(port, 'x_send_prepared')).toHaveLength(1);
    const signers = new SignersState(session);
    await signers.load(session.unsent.payments[0]?.id);
    expect([signers.step, signers.shown?.kind]).toEqual(['shown', 'multisigSet']);
    expect(signers.signed).toEqual(['a1'.repeat(32)]);
  });
  it("shows another signer's payment, signs it, and sends it when it is complete", async () => {
    const { port, signers } = await setup('signers');
    await signers.receive(named('multisigSet'));
    expect([signers.step, signers.payment?.summary.fee]).toEqual(['review', 122_880_000n]);
    expect(asked(port, 'sign_multisig')).toEqual([]);
    await signers.sign();
    expect(signers.step).toBe('complete');
    expect(await sentBy(signers)).toMatch(/^[0-9a-f]{64}$/);
    expect([signers.step, asked(port, 'submit_multisig').length]).toEqual(['idle', 1]);
  });
});
