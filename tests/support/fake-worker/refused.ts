/** A refused call, as the RPC would refuse it. */
import type { FaultCode } from '../../../src/client/client.ts';
import type { ReleaseProblem } from '../../../src/ui/messages/release.ts';

export class Refused extends Error {
  readonly code: number;
  readonly fault: FaultCode | ReleaseProblem;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: number, fault: FaultCode | ReleaseProblem, data: Readonly<Record<string, unknown>> = {}) {
    super(fault);
    this.code = code;
    this.fault = fault;
    this.data = data;
  }
}
