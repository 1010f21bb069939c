/** Limits how often something may happen in one second. */

const SECOND_MS = 1000;

/** `now` in milliseconds. The returned function says whether one more is allowed now, and counts it if so. */
export function createRate(now: () => number, max: number): () => boolean {
  const times: number[] = [];
  return () => {
    const at = now();
    while (times.length > 0 && times[0]! <= at - SECOND_MS) times.shift();
    if (times.length >= max) return false;
    times.push(at);
    return true;
  };
}
