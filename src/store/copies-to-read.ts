/**
 * The list of background copies that are read without the person, with their passwords: who can read the browser's files can
 * read these copies (incoming payments and the view key), as the settings say. No other secret is in it.
 */
import type { SharedSettings } from '../ports/app-settings.ts';

const KEY = 'copies to read';

export interface ListedCopy {
  readonly name: string;
  /** Random; of the copy alone. */
  readonly password: string;
}
export interface CopiesToRead {
  list(): Promise<readonly ListedCopy[]>;
  note(copy: ListedCopy): Promise<void>;
  forget(name: string): Promise<void>;
  /** Puts a copy that was read behind the others: a round that the browser has ended goes on with them. */
  moveBack(name: string): Promise<void>;
}

export function createCopiesToRead(settings: SharedSettings): CopiesToRead {
  /** Pages and the worker change the list at the same time. */
  const replace = (
    name: string,
    by: (found: readonly ListedCopy[]) => readonly ListedCopy[],
  ): Promise<void> =>
    settings.update(KEY, (text) => {
      const copies = readList(text);
      const found = copies.filter((each) => each.name === name);
      const next = [...copies.filter((each) => each.name !== name), ...by(found)];
      return next.length === 0 ? undefined : JSON.stringify(next);
    });
  return {
    list: async () => readList(await settings.get(KEY)),
    note: ({ name, password }) => replace(name, () => [{ name, password }]),
    forget: (name) => replace(name, () => []),
    moveBack: (name) => replace(name, (found) => found),
  };
}

const readList = (text: string | undefined): readonly ListedCopy[] => {
  if (text === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.flatMap(readCopy) : [];
  } catch {
    return [];
  }
};
const readCopy = (given: unknown): readonly ListedCopy[] => {
  const { name, password } = (given ?? {}) as { readonly name?: unknown; readonly password?: unknown };
  return typeof name === 'string' && typeof password === 'string' ? [{ name, password }] : [];
};
