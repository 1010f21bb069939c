/**
 * The real file system, which counts writes and, at a given operation, refuses it, or stops like a killed program: half of
 * the operation is done, and nothing after it.
 */
import real from 'node:fs/promises';

interface Refusal {
  readonly kind: 'refused';
  readonly after: number;
  readonly code: string;
  /** Refuses this operation and all later ones. */
  readonly lasting?: boolean;
}
export type Outage = { readonly kind: 'killed'; readonly after: number } | Refusal;

export interface FailingFs {
  readonly fs: typeof real;
  /** The writes in order: the operation and the file's name. */
  readonly log: string[];
  /** Resolves at the kill; never without one. */
  readonly killed: Promise<void>;
}

type Call = (...args: never[]) => Promise<unknown>;

export function createFailingFs(outage?: Outage): FailingFs {
  const log: string[] = [];
  let stopped = false;
  let kill = (): void => undefined;
  const killed = new Promise<void>((resolve) => (kill = resolve));
  const KILLED = (): Promise<never> => new Promise(() => undefined);

  /** `half` does what a kill in the middle of the operation leaves. */
  const step = async <T>(name: string, work: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    if (stopped) return KILLED();
    const number = log.push(name) - 1;
    if (outage?.kind === 'killed' && number >= outage.after) {
      stopped = true;
      await half?.();
      kill();
      return KILLED();
    }
    if (outage?.kind === 'refused' && isRefused(outage, number, name)) {
      if (outage.code === 'ENOSPC') await half?.();
      throw Object.assign(new Error(`${outage.code}: refused, ${name}`), { code: outage.code });
    }
    return work();
  };
  const nameOf = (path: unknown): string => String(path).replace(/^.*[/\\]/, '');

  const handleOf = (file: real.FileHandle, name: string): object => {
    const writing: Record<string, Call> = {
      write: (bytes: Uint8Array, from: number, length: number, at: number) =>
        step(
          `write ${name}`,
          () => file.write(bytes, from, length, at),
          () => file.write(bytes, from, length >> 1, at),
        ),
      writeFile: (bytes: Uint8Array) =>
        step(
          `write ${name}`,
          () => file.writeFile(bytes),
          () => file.writeFile(bytes.subarray(0, bytes.length >> 1)),
        ),
      truncate: (size: number) => step(`truncate ${name}`, () => file.truncate(size)),
      sync: () => step(`sync ${name}`, () => file.sync()),
      datasync: () => step(`sync ${name}`, () => file.datasync()),
    };
    return new Proxy(file, {
      get: (target, key) => {
        const value: unknown = writing[String(key)] ?? Reflect.get(target, key);
        return typeof value === 'function' ? (value as Call).bind(target) : value;
      },
    });
  };

  const open = async (path: string, flags: string, mode?: number): Promise<object> => {
    const name = nameOf(path);
    const opened = (): Promise<real.FileHandle> => real.open(path, flags, mode);
    return handleOf(flags.startsWith('w') ? await step(`create ${name}`, opened) : await opened(), name);
  };
  const writing: Record<string, Call> = {
    open,
    writeFile: (path: string, content: string, options: object) =>
      step(
        `write ${nameOf(path)}`,
        () => real.writeFile(path, content, options),
        () => real.writeFile(path, '', options),
      ),
    rename: (from: string, to: string) => step(`rename ${nameOf(to)}`, () => real.rename(from, to)),
    link: (from: string, to: string) => step(`link ${nameOf(to)}`, () => real.link(from, to)),
    rm: (path: string, options: object) => step(`remove ${nameOf(path)}`, () => real.rm(path, options)),
  };
  const reading: Record<string, Call> = Object.fromEntries(
    (['readFile', 'readdir', 'stat'] as const).map((name) => [
      name,
      (...args: never[]) => (stopped ? KILLED() : (real[name] as Call)(...args)),
    ]),
  );
  return { fs: { ...real, ...reading, ...writing }, log, killed };
}

/** Operations that also work on a full disk: sync, rename, remove. */
const isRefused = (outage: Refusal, number: number, name: string): boolean =>
  (outage.lasting ? number >= outage.after : number === outage.after) &&
  (outage.code !== 'ENOSPC' || /^(create|write|link) /.test(name));
