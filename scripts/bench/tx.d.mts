/** Types of tx.mjs for its test. */
export function countsOf(hex: string): { readonly inputs: number; readonly outputs: number };
