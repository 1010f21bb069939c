/** Types of setup.mjs for the tests. */
export const projectRoot: string;
export class SetupError extends Error {}
export function ensureDependencies(): Promise<void>;
export function ensureMonero(): Promise<string>;
export function ensureChromium(): Promise<string>;
export function findChromium(): string | undefined;
