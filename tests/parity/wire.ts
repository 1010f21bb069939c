/** What either side says to the same words on the wire, read as both write it. */
import { readSection } from '../../src/rpc/json-reader.ts';

export function request(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

export interface Refused {
  readonly code: number;
  readonly message: string;
}
export type Outcome = { readonly result: object } | Refused;

/** With the reader that takes raw control characters, as theirs writes them; what is beyond 2^53 is text. */
export function outcomeOf(text: string): Outcome {
  const { error, result } = readSection(text) as { readonly error?: Refused; readonly result?: object };
  return JSON.parse(
    JSON.stringify(error ?? { result }, (_, each: unknown) =>
      typeof each === 'bigint' ? String(each) : each,
    ),
  ) as Outcome;
}

/** The names that the answer has; a refusal stays what it is. */
export function kindOf(outcome: Outcome): object {
  return 'result' in outcome ? { result: Object.keys(outcome.result).sort() } : outcome;
}
