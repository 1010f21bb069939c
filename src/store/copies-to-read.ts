/**
 * The list of background copies that are read without the person, with their passwords: who can read the browser's files can
 * read these copies (incoming payments and the view key), as the settings say. No other secret is in it.
 */
import type { AppSettings } from '../ports/app-settings.ts';

const KEY = 'copies to read';
const MAX = 50;

export interface ListedCopy {
  readonly name: string;
  /** Random; of the copy alone. */
  readonly password: string;
}
export interface CopiesToRead {
  list(): Promise<readonly ListedCopy[]>;
  note(copy: ListedCopy): Promise<void>;
  forget(name: string): Promise<void>;
}

export function createCopiesToRead(settings: AppSettings): CopiesToRead {
  const list = async (): Promise<readonly ListedCopy[]> => readList(await settings.get(KEY));
  const put = (copies: readonly ListedCopy[]): Promise<void> =>
    settings.set(KEY, copies.length === 0 ? undefined : JSON.stringify(copies));
  return {
    list,
    note: async ({ name, password }) =>
      put([...(await list()).filter((each) => each.name !== name), { name, password }]),
    forget: async (name) => put((await list()).filter((each) => each.name !== name)),
  };
}

const readList = (text: string | undefined): readonly ListedCopy[] => {
  if (text === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.slice(0, MAX).flatMap(readCopy) : [];
  } catch {
    return [];
  }
};
const readCopy = (given: unknown): readonly ListedCopy[] => {
  const { name, password } = (given ?? {}) as { readonly name?: unknown; readonly password?: unknown };
  return typeof name === 'string' && typeof password === 'string' ? [{ name, password }] : [];
};
