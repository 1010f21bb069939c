/**
 * Faults: expected failures with a code from a closed list, and data that explains them. A bug throws a plain
 * `Error`. Each module declares its list (`<module>/faults.ts`) and gets a typed constructor function from
 * `faultsOf`.
 */
export class Fault<Code extends string = string, Data = unknown> extends Error {
  readonly code: Code;
  readonly data: Data;
  constructor(code: Code, data: Data) {
    super(code);
    this.name = 'Fault';
    this.code = code;
    this.data = data;
  }
}

/** A list of faults: the data for each code (`NoData` when there is none). */
export type FaultList = object;
/** For a fault without data. */
export type NoData = Readonly<Record<string, never>>;

/** Makes a module's faults: `throw fault('bad_point')`, `throw fault('list_too_long', { n, max })`. */
export function faultsOf<List extends FaultList>() {
  return <Code extends keyof List & string>(
    ...[code, data]: List[Code] extends NoData ? [code: Code] : [code: Code, data: List[Code]]
  ): Fault<Code, List[Code]> => new Fault(code, (data ?? {}) as List[Code]);
}

/** True for a fault, with this `code` if given. Transports rebuild faults, since a clone keeps only the code. */
export function isFault<Code extends string>(error: unknown, code?: Code): error is Fault<Code> {
  return error instanceof Fault && (code === undefined || error.code === code);
}
