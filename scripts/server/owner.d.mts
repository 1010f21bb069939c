/** Types of owner.mjs for its tests. */
export interface Owner {
  readonly id: string;
  readonly host?: string;
  readonly boot?: string | undefined;
  readonly namespace?: string | undefined;
  readonly pid?: number;
  readonly start?: string | undefined;
}
export const BEAT_MS: number;
export const SILENT_MS: number;
export function thisProgram(): Owner;
export function readOwner(text: string | undefined): Owner;
export function isEnded(owner: Owner, me: Owner, silentMs: number): boolean;
