/**
 * Faults: expected failures with a code from a closed list and the numbers that explain it. A bug throws a plain
 * `Error`. Each module declares its list (`<module>/faults.ts`) and gets its own typed maker from `faultsOf`.
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

/** A list of faults: code -> the data that goes with it (`Record<never, never>` when there is none). */
export type FaultList = object;
/** A fault without numbers. */
export type NoData = Readonly<Record<string, never>>;

/**
 * The typed maker of one module's faults: `throw fault('bad_point')`, `throw fault('list_too_long', { n, max })`.
 */
export function faultsOf<List extends FaultList>() {
  return <Code extends keyof List & string>(
    ...[code, data]: List[Code] extends NoData ? [code: Code] : [code: Code, data: List[Code]]
  ): Fault<Code, List[Code]> => new Fault(code, (data ?? {}) as List[Code]);
}

/**
 * Whether `error` is a fault, and of the given `code` if one is passed. `structuredClone` keeps only the code of a
 * fault; transports rebuild the rest.
 */
export function isFault<Code extends string>(error: unknown, code?: Code): error is Fault<Code> {
  return error instanceof Fault && (code === undefined || error.code === code);
}
