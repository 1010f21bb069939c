/**
 * Checks folders with dependency-cruiser, one after the other in one process: loading it takes longer than a check.
 * Arguments: the folders. Prints a JSON object: folder -> {cruised, rules}, the number of files and the names of the
 * broken rules, each once and sorted.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** @type {Record<string, { cruised: number, rules: string[] }>} */
const results = {};
for (const folder of process.argv.slice(2)) {
  // The rules name paths relative to the project.
  process.chdir(folder);
  const options = await extractDepcruiseOptions(pathToFileURL(join(folder, '.dependency-cruiser.mjs')).href);
  const tsConfig = extractTSConfig(join(folder, 'tsconfig.json'));
  const { output } = await cruise(['src', 'workers'], options, undefined, { tsConfig });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered a text');
  const rules = [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
  results[folder] = { cruised: output.summary.totalCruised, rules };
}
process.stdout.write(JSON.stringify(results));
