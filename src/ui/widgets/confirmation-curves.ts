/**
 * Geometry of ten curves that start at one point at the left, one for each confirmation of the next incoming money.
 * Curve 0 is the edge of the shell.
 */
const WOBBLE = [0, 0.5, -0.6, 0.3, 0.7, -0.4, 0.2, -0.7, 0.5, -0.2, 0.3] as const;
export const CURVES_WIDTH = 400;
export const CURVES_HEIGHT = 140;

/** Path data of curve `k` (0 to 10) in a box of `width` by `height`. */
export function confirmationCurve(k: number, width = CURVES_WIDTH, height = CURVES_HEIGHT): string {
  const wobble = (WOBBLE[k] ?? 0) * 2.2;
  const step = k / 10;
  const at = (x: number, y: number): string => `${(x * width).toFixed(1)},${(y * height).toFixed(1)}`;
  return [
    `M${at(-0.01, 0.02 + step * 0.03)}`,
    `C${at(0.17, 0.16 + step * 0.15 + wobble / 200)} ${at(0.36, 0.48 + step * 0.44)} ${at(0.62, 0.46 + step * 0.47 + wobble / 200)}`,
    `S${at(0.92, 0.22 + step * 0.5)} ${at(1.01, 0.1 + step * 0.55 + wobble / 220)}`,
  ].join(' ');
}
/** The area above curve 0, closed along the top. */
export function curveFill(width = CURVES_WIDTH, height = CURVES_HEIGHT): string {
  return `${confirmationCurve(0, width, height)} L${(width * 1.01).toFixed(1)},-1 L-4,-1 Z`;
}
