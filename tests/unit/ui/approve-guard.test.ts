import { describe, expect, it } from 'vitest';
import { ARM_MS, ApproveGuard } from '../../../src/ui/features/consent/approve-guard.svelte.ts';

/** A sheet in a window, and a clock that a test moves. */
const setup = () => {
  let now = 0;
  let pending: { readonly at: number; readonly action: () => void } | undefined;
  const stage = { attended: true, watchers: 0 };
  let share = (_: number): void => undefined;
  let disturb = (): void => undefined;
  const guard = new ApproveGuard({
    visibleShare(listener) {
      share = listener;
      stage.watchers += 1;
      return () => (stage.watchers -= 1);
    },
    disturbances(listener) {
      disturb = listener;
      stage.watchers += 1;
      return () => (stage.watchers -= 1);
    },
    attended: () => stage.attended,
    after(ms, action) {
      const timer = { at: now + ms, action };
      pending = timer;
      return () => {
        if (pending === timer) pending = undefined;
      };
    },
  });
  const pass = (ms: number): void => {
    now += ms;
    if (pending === undefined || pending.at > now) return;
    const { action } = pending;
    pending = undefined;
    action();
  };
  const stop = guard.watch();
  return { guard, stage, pass, stop, show: (value: number) => share(value), disturb: () => disturb() };
};

// threat: clickjacking
describe('the button that agrees', () => {
  it('is armed after the sheet was fully visible for half a second, and not before', () => {
    const { guard, pass, show } = setup();
    expect(guard.armed).toBe(false);
    show(1);
    pass(ARM_MS - 1);
    expect(guard.armed).toBe(false);
    pass(1);
    expect(guard.armed).toBe(true);
  });
  it('is not armed while a part of the sheet is out of view, however long', () => {
    const { guard, pass, show } = setup();
    show(0.98);
    pass(60_000);
    expect(guard.armed).toBe(false);
    expect(guard.whole).toBe(false);
    show(0.99);
    pass(ARM_MS);
    expect(guard.armed).toBe(true);
    show(0.5);
    expect(guard.armed).toBe(false);
  });
  it('waits again after a resize, a scroll, a lost focus or a locked pointer', () => {
    const { guard, pass, show, disturb } = setup();
    show(1);
    pass(ARM_MS);
    disturb();
    expect(guard.armed).toBe(false);
    pass(ARM_MS - 1);
    disturb();
    pass(ARM_MS - 1);
    expect(guard.armed).toBe(false);
    pass(1);
    expect(guard.armed).toBe(true);
  });
  it('is not armed in a document without focus, and waits half a second from its return', () => {
    const { guard, stage, pass, show, disturb } = setup();
    show(1);
    stage.attended = false;
    disturb();
    pass(60_000);
    expect(guard.armed).toBe(false);
    stage.attended = true;
    disturb();
    expect(guard.armed).toBe(false);
    pass(ARM_MS);
    expect(guard.armed).toBe(true);
  });
  it('is not armed when the document lost the focus without an event', () => {
    const { guard, stage, pass, show } = setup();
    show(1);
    stage.attended = false;
    pass(ARM_MS);
    expect(guard.armed).toBe(false);
  });
  it('has a new number after each wait, and none while it waits', () => {
    const { guard, pass, show, disturb } = setup();
    show(1);
    pass(ARM_MS);
    expect(guard.arming).toBe(1);
    disturb();
    expect(guard.arming).toBe(0);
    pass(ARM_MS);
    expect(guard.arming).toBe(2);
  });
  it('stops watching, disarmed', () => {
    const { guard, stage, pass, show, stop } = setup();
    show(1);
    pass(ARM_MS);
    stop();
    expect(guard.armed).toBe(false);
    expect(stage.watchers).toBe(0);
  });
});
