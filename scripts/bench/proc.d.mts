/** Types of proc.mjs for its test. */
export function parseStat(
  line: string,
  perSecond?: number,
): { readonly pid: number; readonly parent: number; readonly cpu: number };
export function parseStatus(text: string): { readonly rss: number; readonly own: number };
