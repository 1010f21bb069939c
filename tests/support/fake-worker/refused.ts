/** A refused call, as the RPC would refuse it. */
import type { FaultCode } from '../../../src/client/client.ts';

export class Refused extends Error {
  readonly code: number;
  readonly fault: FaultCode;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: number, fault: FaultCode, data: Readonly<Record<string, unknown>> = {}) {
    super(fault);
    this.code = code;
    this.fault = fault;
    this.data = data;
  }
}
