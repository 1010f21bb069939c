/** Rules for the values that a web site may give for a parameter of a method, as the methods' files state them. */

/** All values of the parameter's type. */
type AnyValue = {
  readonly kind: 'anyValue';
};
/** A text of at most `max` UTF-16 units. */
type MaxLength = {
  readonly kind: 'maxLength';
  readonly max: number;
};
/** The only values allowed. */
type OneOf<T> = {
  readonly kind: 'oneOf';
  readonly values: readonly T[];
};
/** A list of at most `max` items, each within a rule. */
type AtMost<Rule> = {
  readonly kind: 'atMost';
  readonly max: number;
  readonly each: Rule;
};
/** An object with these fields and no other. */
type FieldRules<Rules> = {
  readonly kind: 'fields';
  readonly rules: Rules;
};

/** The rules that a parameter of type T can have: texts and lists have a limit. */
export type SiteRule<T> = [T] extends [string]
  ? MaxLength | OneOf<T>
  : [T] extends [readonly (infer Item)[]]
    ? AtMost<SiteRule<Item>>
    : [T] extends [number | bigint]
      ? AnyValue | OneOf<number | bigint>
      : [T] extends [boolean]
        ? AnyValue
        : FieldRules<{ readonly [K in keyof T]: SiteRule<T[K]> }>;
export type AnyRule =
  | AnyValue
  | MaxLength
  | OneOf<string | number | bigint>
  | { readonly kind: 'atMost'; readonly max: number; readonly each: AnyRule }
  | { readonly kind: 'fields'; readonly rules: RulesByName };
/** The rule of each parameter or field that a site may set. */
export interface RulesByName {
  readonly [name: string]: AnyRule;
}

export const anyValue: AnyValue = { kind: 'anyValue' };
export function maxLength(max: number): MaxLength {
  return { kind: 'maxLength', max };
}
export function oneOf<const T extends readonly (string | number | bigint)[]>(...values: T): OneOf<T[number]> {
  return { kind: 'oneOf', values };
}
export function atMost<Rule extends AnyRule>(max: number, each: Rule): AtMost<Rule> {
  return { kind: 'atMost', max, each };
}
export function fields<Rules extends RulesByName>(rules: Rules): FieldRules<Rules> {
  return { kind: 'fields', rules };
}
