/**
 * Reads the parameters that a site may set: of the types that the method's own shape gives them, but strictly, and within the
 * rules of the method. Every other parameter is refused. Fault site_bad_params.
 */
import type { SiteFacts, SiteRule } from '../facts.ts';
import type { Field, Shape } from '../schema.ts';
import { closed, flag, index, list, only, piconero, text, whole, type Fields, type Read } from './fields.ts';

export function readerFor(shape: Shape, rules: SiteFacts<Shape>['params']): Read {
  return closed(fieldsOf(shape, rules));
}

const fieldsOf = (shape: Shape, rules: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, fieldOf(shape[name]!, rule as Rule)]),
  );

type Rule =
  SiteRule<string> | SiteRule<bigint> | SiteRule<readonly unknown[]> | Readonly<Record<string, unknown>>;

const fieldOf = (field: Field<unknown>, rule: Rule): Read => {
  if (Array.isArray(rule)) return only(...(rule as readonly (string | number | bigint)[]));
  if (typeof rule === 'number') return text(rule);
  if (rule === true) return scalarOf(field);
  const { most, each } = rule as SiteRule<readonly unknown[]>;
  if (field.items) return list(fieldOf(field.items, each as Rule), most);
  return closed(fieldsOf(field.fields ?? {}, rule as Readonly<Record<string, unknown>>));
};

/** A uint64 that handlers get as bigint is an amount. */
const scalarOf = (field: Field<unknown>): Read => {
  const { type } = field;
  const [base = ''] = type.split(/[ ?]/);
  if (base === 'uint64' && typeof field.missing() === 'bigint') return piconero;
  const read = BY_TYPE[base];
  if (!read) throw new TypeError(`a site cannot set a parameter of type ${type}`);
  return read;
};
const BY_TYPE: Readonly<Record<string, Read | undefined>> = { bool: flag, uint32: index, uint64: whole };
