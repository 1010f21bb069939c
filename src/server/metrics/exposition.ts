/** The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;
interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  readonly suffix?: string;
}

/**
 * One metric with its samples, as lines of the format; nothing without samples. `suffix` is for the parts of a histogram.
 */
export function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

const labelText = (labels: Labels) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"');

const numberText = (value: number) => (value === Infinity ? '+Inf' : String(value));
