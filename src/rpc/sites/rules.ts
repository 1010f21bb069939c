/**
 * Reads the parameters that a site may set: of the types that the method's own shape gives them, but strictly, and within the
 * rules of the method. Every other parameter is refused. Fault site_bad_params.
 */
import type { Field, Shape } from '../schema.ts';
import type { AnyRule, RulesByName } from '../site-rules.ts';
import { closed, flag, index, list, only, piconero, text, whole, type Fields, type Read } from './fields.ts';

const BY_TYPE: Readonly<Record<string, Read | undefined>> = { bool: flag, uint32: index, uint64: whole };

export function readerFor(shape: Shape, rules: RulesByName): Read {
  return closed(fieldsOf(shape, rules));
}

const fieldsOf = (shape: Shape, rules: RulesByName): Fields =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, fieldOf(shape[name]!, rule)]));

const fieldOf = (field: Field<unknown>, rule: AnyRule): Read => {
  switch (rule.kind) {
    case 'anyValue':
      return scalarOf(field);
    case 'maxLength':
      return text(rule.max);
    case 'oneOf':
      return only(...rule.values);
    case 'atMost':
      return list(fieldOf(field.items!, rule.each), rule.max);
    case 'fields':
      return closed(fieldsOf(field.fields!, rule.rules));
  }
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
