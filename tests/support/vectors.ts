/**
 * The folder of official vectors made by others: OSTRO_VECTORS, or `shared/vectors` beside the project. They are not part
 * of the project; tests say "skipped: no vectors" without them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const dir = process.env['OSTRO_VECTORS'] ?? resolve(import.meta.dirname, '../../../shared/vectors');

/** The folder, or undefined when there are no vectors. */
export function vectorsDir(): string | undefined {
  return existsSync(dir) ? dir : undefined;
}

export function readVector(...path: string[]): Uint8Array {
  return new Uint8Array(readFileSync(join(dir, ...path)));
}
export function readVectorText(...path: string[]): string {
  return readFileSync(join(dir, ...path), 'utf8');
}
