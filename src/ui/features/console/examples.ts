/** Parameters to try a method with. Each method has its own. */
import type { Json } from '../../../base/json.ts';
import type { MethodFacts } from './methods.gen.ts';
import type { FormParams } from './read-form.ts';

/** `address`: one of the open wallet, so that it is on its network. Undefined: the method has no example. */
export function exampleOf({ example }: MethodFacts, address: string): FormParams | undefined {
  return example && (filled(example, address) as FormParams);
}

const filled = (value: Json, address: string): Json => {
  if (typeof value === 'string') return value.replace('<address>', address);
  if (isList(value)) return value.map((each) => filled(each, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, address)]));
};
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
