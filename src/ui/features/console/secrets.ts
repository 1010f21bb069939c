/** The secret parameters and answers, so that the console neither keeps nor copies them. Each method names its own. */
import { METHODS, type MethodFacts } from './methods.gen.ts';

export function takesSecrets(facts: MethodFacts): boolean {
  return facts.secret === true || hasSecret(facts, facts.takes);
}
export function answersSecrets(facts: MethodFacts): boolean {
  return facts.secret === true || hasSecret(facts, facts.gives);
}
/** The console asks for the password before it calls the method with these parameters. */
export function needsPassword({ password }: MethodFacts, params: Readonly<Record<string, unknown>>): boolean {
  return password === true || (password !== undefined && params[password] === true);
}

/** True if a field of this type, at any depth, is secret. */
const hasSecret = ({ secrets }: MethodFacts, types: string): boolean =>
  [...types.matchAll(/(\w+): /g)].some(([, name = '']) => secrets?.includes(name));

/** A name that is secret in one method is hidden in every call: a person may type what the method does not know. */
const SECRET_NAMES = new Set(Object.values(METHODS).flatMap(({ secrets = [] }) => secrets));

/** Returns the value with `<name>` in place of each secret text. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET_NAMES.has(name) && each !== '' ? `<${name}>` : withoutSecrets(each),
    ]),
  );
}
