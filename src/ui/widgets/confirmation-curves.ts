/**
 * Geometry of ten curves that start at one point at the left, one for each confirmation of the next incoming money.
 * Curve 0 is the edge of the shell: a still wave, or one with the heights of the balance over time.
 */
const WOBBLE = [0, 0.5, -0.6, 0.3, 0.7, -0.4, 0.2, -0.7, 0.5, -0.2, 0.3] as const;
export const CURVES_WIDTH = 400;
export const CURVES_HEIGHT = 140;
/** Where the edge is at its highest, how far down it goes, and how far the tenth curve lies below it at the right. */
const TOP = 0.06;
const RANGE = 0.42;
const SPREAD = 0.38;

export interface Box {
  readonly width?: number;
  readonly height?: number;
  /** Heights of the edge from 0 to 1, at equal distances. */
  readonly edge?: readonly number[] | undefined;
}

/** Path data of curve `k` (0 to 10). */
export function confirmationCurve(
  k: number,
  { width = CURVES_WIDTH, height = CURVES_HEIGHT, edge }: Box = {},
): string {
  const wobble = (WOBBLE[k] ?? 0) * 2.2;
  const step = k / 10;
  const at = (x: number, y: number): string => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`;
  if (edge === undefined)
    return [
      `M${at(-0.01, 0.02 + step * 0.03)}`,
      `C${at(0.17, 0.16 + step * 0.15 + wobble / 200)} ${at(0.36, 0.48 + step * 0.44)} ${at(0.62, 0.46 + step * 0.47 + wobble / 200)}`,
      `S${at(0.92, 0.22 + step * 0.5)} ${at(1.01, 0.1 + step * 0.55 + wobble / 220)}`,
    ].join(' ');
  const last = edge.length - 1;
  const y = (i: number): number => {
    const x = Math.min(1, Math.max(0, i / last / 0.6));
    const below = SPREAD * x * x * (3 - 2 * x) * step + 0.03 * step;
    return TOP + RANGE * (1 - edge[Math.min(last, Math.max(0, i))]!) + below + (wobble * x) / 200;
  };
  // A uniform cubic B-spline near the heights: its slope and its bend have no steps, and it does not swing beyond them.
  const spline = (i: number): number => (y(i - 1) + 4 * y(i) + y(i + 1)) / 6;
  const parts = [`M${at(-0.01, spline(0))}`];
  for (let i = 0; i < last; i += 1) {
    const third = 1 / last / 3;
    const [from, to] = [y(i), y(i + 1)];
    parts.push(
      `C${at(i / last + third, (2 * from + to) / 3)} ${at((i + 1) / last - third, (from + 2 * to) / 3)} ${at(i + 1 === last ? 1.01 : (i + 1) / last, spline(i + 1))}`,
    );
  }
  return parts.join(' ');
}
/** The area above curve 0, closed along the top. */
export function curveFill(box: Box = {}): string {
  const { width = CURVES_WIDTH } = box;
  return `${confirmationCurve(0, box)} L${(width * 1.01).toFixed(1)},-1 L-4,-1 Z`;
}
