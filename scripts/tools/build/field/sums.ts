/** Sums of field elements, limb by limb, for any limbs. */
import { range } from './text.ts';

/**
 * Straight-line add, sub, both at once, and the sums of a doubling, for elements of `count` limbs of `size` bytes.
 * `type`: of a limb
 */
export function sums(type: string, count: number, size: number) {
  const vector = type === 'v128';
  const plus = (a: string, b: string) => (vector ? `f64x2.add(${a}, ${b})` : `${a} + ${b}`);
  const minus = (a: string, b: string) => (vector ? `f64x2.sub(${a}, ${b})` : `${a} - ${b}`);
  const load = (p: string, k: number) =>
    vector ? `v128.load(${p}, ${size * k})` : `load<${type}>(${p}, ${size * k})`;
  const store = (p: string, value: string, k: number) =>
    vector ? `v128.store(${p}, ${value}, ${size * k});` : `store<${type}>(${p}, ${value}, ${size * k});`;
  const each = (line: (k: number) => string) => range(count).map(line).join('\n');
  return [
    `export function add(out: usize, a: usize, b: usize): void {
${each((k) => `  ${store('out', plus(load('a', k), load('b', k)), k)}`)}
}`,
    `export function sub(out: usize, a: usize, b: usize): void {
${each((k) => `  ${store('out', minus(load('a', k), load('b', k)), k)}`)}
}`,
    `/** sum = a + b and difference = a - b; neither may be a or b. */
export function addSub(sum: usize, difference: usize, a: usize, b: usize): void {
  let x: ${type}, y: ${type};
${each((k) => `  x = ${load('a', k)}; y = ${load('b', k)}; ${store('sum', plus('x', 'y'), k)} ${store('difference', minus('x', 'y'), k)}`)}
}`,
    `/** e = s - (a + b), f = 2c - (b - a), g = b - a, h = a + b; e may be s and f may be c. */
export function doubleSums(e: usize, f: usize, g: usize, h: usize, a: usize, b: usize, c: usize, s: usize): void {
  let x: ${type}, y: ${type}, z: ${type}, p: ${type}, q: ${type};
${each(
  (k) => `  x = ${load('a', k)}; y = ${load('b', k)}; z = ${load('c', k)};
  p = ${plus('x', 'y')}; q = ${minus('y', 'x')};
  ${store('e', minus(load('s', k), 'p'), k)}
  ${store('f', minus(vector ? plus('z', 'z') : '(z << 1)', 'q'), k)}
  ${store('g', 'q', k)} ${store('h', 'p', k)}`,
)}
}`,
  ];
}
