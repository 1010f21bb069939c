/** A number from 0 to `below` - 1, for choices that are no secret: the bias of the remainder is below 2⁻²⁰ for small ones. */
export function randomBelow(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value % below;
}
