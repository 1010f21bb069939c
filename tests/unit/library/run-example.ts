/** Finds and runs the examples in the comments of exported functions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';

export interface Example {
  /** The file below src, without its ending. */
  readonly file: string;
  /** The function that the comment describes. */
  readonly name: string;
  /** Empty: the comment has no example. */
  readonly code: string;
}

export function examplesIn(file: string): readonly Example[] {
  const text = readFileSync(join(projectRoot, 'src', `${file}.ts`), 'utf8');
  return [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:async )?function (\w+)/g)].map(
    ([, comment = '', name = '']) => ({
      file,
      name,
      code: (/@example\n([^]*)/.exec(comment)?.[1] ?? '').replace(/^ \* ?/gm, '').trim(),
    }),
  );
}

/** The lines `// a === b` of an example, and whether each holds. `given`: names that the example uses. */
export async function outcomesOf(
  code: string,
  given: object,
): Promise<readonly (readonly [claim: string, holds: boolean])[]> {
  const checked = code.replace(
    /^\/\/ (.+ === .+)$/gm,
    (_, claim: string) => `said.push([${JSON.stringify(claim)}, ${claim}]);`,
  );
  const names = Object.keys(given).join(', ');
  const source = `export default async ({ ${names} }) => { const said = []; { ${checked}\n} return said; };`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: (given: object) => Promise<readonly (readonly [string, boolean])[]>;
  };
  return module.default(given);
}
