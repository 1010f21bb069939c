/** The form of a method: a field for each parameter, or all parameters as one JSON text. */
import { writeJson } from '../../../base/json.ts';
import {
  isObject,
  NO_JSON,
  NO_OBJECT,
  parsed,
  readForm,
  writeForm,
  type FormParams,
  type Texts,
} from './read-form.ts';
import { parametersOf, type Parameter } from './parameters.ts';
import type { MethodFacts } from './methods.gen.ts';

export class MethodForm {
  readonly parameters: readonly Parameter[];
  texts = $state<Record<string, string>>({});
  /** The parameters are entered as JSON. */
  raw = $state(false);
  json = $state('{}');
  /** By name of the parameter. */
  wrong = $state.raw<Texts>({});
  wrongJson = $state('');

  constructor(facts: MethodFacts) {
    this.parameters = parametersOf(facts);
  }
  /** Call it when something is typed. */
  changed(): void {
    this.wrong = {};
    this.wrongJson = '';
  }
  /** The parameters that were entered. Undefined: something is wrong, which the form then says. */
  read(): FormParams | undefined {
    this.changed();
    if (this.raw) {
      const value = parsed(this.json.trim() === '' ? '{}' : this.json);
      if (isObject(value)) return value;
      this.wrongJson = value === undefined ? NO_JSON : NO_OBJECT;
      return undefined;
    }
    const { params, wrong } = readForm(this.parameters, this.texts);
    this.wrong = wrong;
    return Object.keys(wrong).length === 0 ? params : undefined;
  }
  /** The parameters as far as they can be read now, without saying what is wrong. */
  peek(): FormParams {
    if (!this.raw) return readForm(this.parameters, this.texts).params;
    const value = parsed(this.json);
    return isObject(value) ? value : {};
  }
  /** Changes between fields and JSON. Stays, and says why, where something would be lost. */
  setRaw(raw: boolean): void {
    if (raw === this.raw) return;
    const params = this.read();
    if (params === undefined) return;
    if (raw) {
      this.json = writeJson(params, 2);
      this.raw = true;
      return;
    }
    const odd = this.#toFields(params);
    if (odd !== undefined)
      this.wrongJson = `The form has no field for “${odd}”. Remove it, or go on with JSON.`;
  }
  /** Enters parameters: into the fields, or as JSON where a field cannot show one of them. */
  fill(params: FormParams): void {
    if (this.#toFields(params) === undefined) return;
    this.changed();
    this.json = writeJson(params, 2);
    this.raw = true;
  }
  /** Returns the name of a parameter that the fields cannot show; then nothing is changed. */
  #toFields(params: FormParams): string | undefined {
    this.changed();
    const { texts, odd } = writeForm(this.parameters, params);
    if (odd !== undefined) return odd;
    this.texts = { ...texts };
    this.raw = false;
    return undefined;
  }
}
