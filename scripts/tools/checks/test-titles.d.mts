/** Types of test-titles.mjs for its test. */
export function holdsTitle(text: string, title: string): boolean;
