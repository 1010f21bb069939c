/** Types of threats.mjs for its test. */
export function threatFlaws(root: string, row: object): readonly string[];
