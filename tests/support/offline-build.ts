/** The offline edition, built by its program in an own process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';

export interface OfflineBuild {
  /** `file:` address of the page. */
  readonly url: string;
  readonly page: string;
  /** As the program wrote it beside the page: `<hash>  <name>`. */
  readonly sums: string;
  readonly remove: () => void;
}

/** Builds the sources of `root` with the program that lies there. */
export async function buildOffline(root = projectRoot): Promise<OfflineBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-offline-'));
  const program = join(root, 'scripts/tools/build/offline.ts');
  const { code, output } = await run(process.execPath, [join(root, 'scripts/run.mjs'), program, folder], {
    cwd: root,
    quiet: true,
  });
  if (code !== 0) throw new Error(`The build of the offline edition failed:\n${output}`);
  const path = join(folder, 'ostro-offline.html');
  return {
    url: pathToFileURL(path).href,
    page: readFileSync(path, 'utf8'),
    sums: readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
