/** A fake wallet worker in memory for tests of screens: the same envelopes, made-up data. */
import type { ReleaseProblem } from '../../../src/ui/messages/release.ts';
import type { FaultCode, Result } from '../../../src/rpc/contract.ts';
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { RpcPort, RpcRequest, RpcResponse } from '../../../src/transport/port.ts';
import { Refused } from './refused.ts';
import { ANSWERS } from './answers.ts';
import { setScene } from './scenes.ts';
import { FakeWallet, type Scenario } from './wallet.ts';

type Fields = Readonly<Record<string, unknown>>;
const answers: Readonly<Record<string, (params: never, fake: FakeWallet) => object>> = ANSWERS;

export class FakePort extends FakeWallet implements RpcPort {
  readonly calls: { readonly method: string; readonly params: Fields }[] = [];
  /** How many calls are not answered yet. */
  unanswered = 0;
  readonly #delay: number;
  readonly #refusals = new Map<string, Refused>();
  readonly #answers = new Map<string, object>();

  constructor(scenario: Scenario, { now = Date.now(), delay = 30 }: { now?: number; delay?: number } = {}) {
    super(scenario, now);
    this.#delay = delay;
    setScene(this, scenario);
  }

  async request({ id: call, method, params }: RpcRequest): Promise<RpcResponse> {
    const given = (params ?? {}) as Fields;
    this.calls.push({ method, params: given });
    this.unanswered++;
    await new Promise((resolve) => setTimeout(resolve, this.#delay));
    this.unanswered--;
    const answer = answers[method];
    if (answer === undefined) throw new Error(`the fake worker does not answer ${method}`);
    try {
      const refused = this.#refusals.get(method);
      this.#refusals.delete(method);
      if (refused !== undefined) throw refused;
      const prepared = this.#answers.get(method);
      this.#answers.delete(method);
      if (prepared !== undefined) return { jsonrpc: '2.0', id: call, result: prepared };
      return { jsonrpc: '2.0', id: call, result: answer(given as never, this) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, fault, data } = error;
      return { jsonrpc: '2.0', id: call, error: { code, message: fault, data: { fault, ...data } } };
    }
  }
  /** Makes the next call of this method succeed with this result. */
  answerNext<Name extends MethodName>(method: Name, result: Result<Name>): void {
    this.#answers.set(method, result);
  }
  /** Makes the next call of this method fail with this fault. */
  refuseNext(method: MethodName, fault: FaultCode | ReleaseProblem, data: Fields = {}): void {
    this.#refusals.set(method, new Refused(-1, fault, data));
  }
}
