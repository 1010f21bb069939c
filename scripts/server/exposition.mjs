/** The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** @typedef {Readonly<Record<string, string>>} Labels */
/** @typedef {{ readonly labels?: Labels, readonly value: number, readonly suffix?: string }} Sample */

/**
 * One metric with its samples, as lines of the format; nothing without samples. `suffix` is for the parts of a histogram.
 * @param {string} name
 * @param {'counter' | 'gauge' | 'histogram'} type
 * @param {string} help
 * @param {readonly Sample[]} samples
 * @returns {string}
 */
export function family(name, type, help, samples) {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

const labelText = (/** @type {Labels} */ labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const escaped = (/** @type {string} */ value) =>
  value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"');

const numberText = (/** @type {number} */ value) => (value === Infinity ? '+Inf' : String(value));
