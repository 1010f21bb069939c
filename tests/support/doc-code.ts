/** Code of a document, as a module: a test runs exactly what people copy. */
import { readFileSync } from 'node:fs';

/** The block of JavaScript in `document` that exports `name`. */
export async function importFromDocument<T>(document: string, name: string): Promise<T> {
  const text = readFileSync(document, 'utf8');
  const blocks = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);
  const [code, ...others] = blocks.filter((block) => block.includes(`function ${name}(`));
  if (code === undefined || others.length > 0) throw new Error(`${document} must have ${name} once`);
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, T>;
  return module[name]!;
}
