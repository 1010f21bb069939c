/**
 * The review of a payment while answers are late: at each point where it waits, each thing that a user can do meanwhile.
 * Whatever is sent is what the review showed when the user pressed the button.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { MethodName, Result } from '../../../src/rpc/contract.ts';
import type { RpcRequest, RpcResponse } from '../../../src/transport/port.ts';
import type { Review } from '../../../src/ui/features/send/review.svelte.ts';
import { SendState } from '../../../src/ui/features/send/send.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { deferred } from '../../support/deferred.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { LUIS, MARA, PASSWORD, xmr } from '../../support/fake-worker/values.ts';
import { inTier } from '../../support/tier.ts';

interface Shown {
  readonly id: unknown;
  readonly amount: bigint | undefined;
  readonly fee: bigint | undefined;
  readonly to: readonly object[];
}
/** The worker works at once, and its answers to one method are held back until the test lets them go. */
class HeldPort extends FakePort {
  /** What it has prepared, by its ids. */
  readonly made = new Map<unknown, Shown>();
  #method: MethodName | undefined;
  #first = deferred<undefined>();
  #held: (() => void)[] = [];
  override async request(request: RpcRequest): Promise<RpcResponse> {
    const answer = await super.request(request);
    if (request.method === 'x_prepare_transfer' && 'result' in answer) {
      const { id, amount, fee, destinations: to = [] } = answer.result as Result<'x_prepare_transfer'>;
      this.made.set(id, { id, amount, fee, to });
    }
    if (request.method === this.#method) {
      const { promise, resolve } = deferred<undefined>();
      this.#held.push(() => {
        resolve(undefined);
      });
      this.#first.resolve(undefined);
      await promise;
    }
    return answer;
  }
  hold(method: MethodName): void {
    this.#method = method;
  }
  untilHeld(): Promise<unknown> {
    return this.#first.promise;
  }
  /** The held answers arrive; later ones are not held. */
  letGo(): void {
    this.#method = undefined;
    for (const arrive of this.#held.splice(0)) arrive();
  }
}

/** A user in front of Send. */
class User {
  readonly port = new HeldPort('home', { delay: 0 });
  readonly session = new Session(createClient(this.port));
  send = new SendState(this.session);
  /** What the review showed at each press of its button. */
  readonly pressed: Shown[] = [];
  readonly #running: Promise<unknown>[] = [];

  async start(): Promise<this> {
    await this.session.start();
    this.send = new SendState(this.session);
    await this.type(MARA, '1.25');
    return this;
  }
  async type(address: string, amount: string): Promise<void> {
    await this.send.payee.set(address, true);
    this.send.setAmount(amount);
  }
  run(work: Promise<unknown> | undefined): void {
    if (work) this.#running.push(work);
  }
  press(review: Review | undefined = this.send.review): void {
    if (review && ['ready', 'failed'].includes(review.phase.is)) this.pressed.push(shownBy(review));
    this.run(review?.send());
  }
  async settle(): Promise<void> {
    this.port.letGo();
    await Promise.all(this.#running.splice(0));
    // Answers that nothing waits for, and what they cause.
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve));
  }
  /** What the worker was told to send, in the order of the calls. */
  get sent(): readonly (Shown | undefined)[] {
    return this.port.calls
      .filter(({ method }) => method === 'x_send_prepared')
      .map(({ params }) => this.port.made.get(params['id']));
  }
}
const shownBy = ({ phase, cost, shares }: Review): Shown => ({
  id: 'prepared' in phase ? phase.prepared.id : undefined,
  amount: cost?.amount,
  fee: cost?.fee,
  to: shares.map(({ address, amount }) => ({ address, amount })),
});
/** Each payment that was sent is one that was shown at a press, and each press sends one at most. */
const expectSentAsShown = ({ sent, pressed }: User): void => {
  const presses = [...pressed];
  for (const each of sent) {
    const known = presses.findIndex(
      // A press after a failure sends the same payment, prepared again.
      ({ id, ...shown }) => isDeepStrictEqual({ id: id ?? each?.id, ...shown }, each),
    );
    expect({ each, known }).not.toMatchObject({ known: -1 });
    presses.splice(0, known + 1);
  }
};
const opened = async (user: User): Promise<Review> => {
  await user.send.openReview();
  return user.send.review!;
};

type Step = (user: User) => Promise<void> | void;
/** Each point at which a review waits: the method whose answer is held, and what leads there. */
const POINTS: Record<string, readonly [MethodName, Step, Step]> = {
  'the check of the address': [
    'validate_address',
    (user) => {
      user.send.payee.address = '';
    },
    (user) => user.run(user.send.openReview()),
  ],
  'the estimate': ['x_preview', () => undefined, (user) => user.run(user.send.openReview())],
  'the payment': ['x_prepare_transfer', () => undefined, (user) => user.run(user.send.openReview())],
  'the payment at another fee level': [
    'x_prepare_transfer',
    async (user) => {
      await opened(user);
    },
    (user) => user.run(user.send.review!.choose(3)),
  ],
  'the estimate with the fee in the amount': [
    'x_preview',
    async (user) => {
      await opened(user);
    },
    (user) => user.run(user.send.review!.setSubtractFee(true)),
  ],
  'the payment with the fee in the amount': [
    'x_prepare_transfer',
    async (user) => {
      await opened(user);
    },
    (user) => user.run(user.send.review!.setSubtractFee(true)),
  ],
  'the payment after a refusal': [
    'x_prepare_transfer',
    async (user) => {
      const review = await opened(user);
      user.port.refuseNext('x_send_prepared', 'prepared_not_found');
      await review.send();
      user.port.calls.splice(0);
    },
    (user) => {
      user.press();
    },
  ],
  'the outcome of sending': [
    'x_send_prepared',
    async (user) => {
      await opened(user);
    },
    (user) => user.press(),
  ],
  'the state after sending': [
    'x_overview',
    async (user) => {
      await opened(user);
    },
    (user) => user.press(),
  ],
};
/** What the user does while the answer is late. */
const reopenOther: Step = async (user) => {
  user.send.closeReview();
  await user.type(LUIS, '0.5');
  user.run(user.send.openReview());
};
const ACTIONS: Record<string, Step> = {
  waits: () => undefined,
  'closes it': (user) => {
    user.send.closeReview();
  },
  'presses the button': (user) => {
    user.press();
    user.press();
  },
  'opens it again': (user) => {
    user.send.closeReview();
    user.run(user.send.openReview());
  },
  'opens it for another payment': reopenOther,
  'opens it for another payment, closes it, and opens it for the first': async (user) => {
    await reopenOther(user);
    user.send.closeReview();
    await user.type(MARA, '1.25');
    user.run(user.send.openReview());
  },
  'chooses one speed after the other': (user) => {
    for (const level of [1, 3, 2]) user.run(user.send.review?.choose(level));
  },
  'takes the fee from the amount, and not': (user) => {
    for (const on of [true, false, true]) user.run(user.send.review?.setSubtractFee(on));
  },
  'types another payment behind it': (user) => user.type(LUIS, '0.5'),
  'leaves, and comes back for another payment': async (user) => {
    user.send.end();
    user.send = new SendState(user.session);
    await user.type(LUIS, '0.5');
    user.run(user.send.openReview());
  },
  'locks the wallet, opens it, and comes back for another payment': async (user) => {
    user.send.end();
    const { wallet } = user.session.status;
    await user.session.lock();
    await user.session.openWallet(wallet, PASSWORD);
    user.send = new SendState(user.session);
    await user.type(LUIS, '0.5');
    user.run(user.send.openReview());
  },
};
/** After a refusal `npm test` only waits, or opens the review for another payment. */
const AFTER_REFUSAL = inTier({
  short: ['waits', 'opens it for another payment'],
  long: Object.keys(ACTIONS),
});
const CASES = Object.entries(POINTS).flatMap(([point, [method, before, start]]) =>
  Object.entries(ACTIONS).flatMap(([action, act]) =>
    (['arrives', 'is a refusal'] as const)
      .filter((late) => late === 'arrives' || AFTER_REFUSAL.includes(action))
      .map((late) => ({ point, method, before, start, action, act, late })),
  ),
);

describe('a review', () => {
  it('shows address, amount and fee of the prepared payment, and a copy of what was asked before that', async () => {
    const user = await new User().start();
    user.port.hold('x_prepare_transfer');
    user.run(user.send.openReview());
    await user.port.untilHeld();
    await user.type(LUIS, '0.5');
    expect(shownBy(user.send.review!)).toMatchObject({ to: [{ address: MARA, amount: xmr('1.25') }] });
    await user.settle();
    expect(shownBy(user.send.review!)).toMatchObject({ to: [{ address: MARA, amount: xmr('1.25') }] });
    user.port.answerNext('x_prepare_transfer', {
      ...{ id: 'another', fee: 7n, amount: xmr('2'), change: 0n, unlocked_after: 0n },
      destinations: [{ address: LUIS, amount: xmr('2') }],
      inputs: [],
      transactions: [{ recipients: 1, fee: 7n }],
    });
    await user.send.review!.choose(3);
    expect(shownBy(user.send.review!)).toEqual({
      ...{ id: 'another', amount: xmr('2'), fee: 7n },
      to: [{ address: LUIS, amount: xmr('2') }],
    });
  });
  // threat: built-wrong
  it.each(CASES)(
    'sends only what it showed when the user $action before the answer with $point $late',
    async ({ method, before, start, act, late }) => {
      const user = await new User().start();
      await before(user);
      user.port.hold(method);
      if (late === 'is a refusal') user.port.refuseNext(method, 'node_busy', { address: 'x' });
      await start(user);
      await user.port.untilHeld();
      // Answers to the same method are held until the end, unless the user cannot go on without them.
      if (method === 'validate_address' || method === 'x_overview')
        user.run(Promise.resolve().then(() => act(user)));
      else await act(user);
      if (method === 'validate_address' || method === 'x_overview') user.port.letGo();
      await user.settle();

      const { review } = user.send;
      if (review?.phase.is === 'ready') user.press(review);
      await user.settle();
      expectSentAsShown(user);
      const { phase } = user.send.review ?? {};
      const shown = phase?.is === 'ready' ? [phase.prepared.id] : [];
      expect([...user.port.prepared.keys()]).toEqual(shown);
    },
  );
});
