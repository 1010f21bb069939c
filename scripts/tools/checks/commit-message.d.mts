/** Types of commit-message.mjs for its test. */
export function problemsOf(message: string): readonly string[];
