/**
 * The full titles of a test file's tests, read from its source without running it: the titles of the enclosing
 * describe calls and of the test, joined by one space, as Vitest and Playwright print them.
 */
import ts from 'typescript';

const SUITE = new Set(['describe', 'suite']);
const TEST = new Set(['it', 'test']);

/**
 * `it.each(rows)('…')`, `test.describe('…')`, `describe.skipIf(x)('…')`: the names from left to right.
 * @param {ts.Node} node
 * @returns {readonly string[]}
 */
const calleeNames = (node) => {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...calleeNames(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return calleeNames(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return calleeNames(node.tag);
  return [];
};

/**
 * @param {ts.Node} callee
 * @returns {'suite' | 'test' | undefined}
 */
const kindOf = (callee) => {
  const [first = '', ...rest] = calleeNames(callee);
  if (rest.some((name) => SUITE.has(name)) || SUITE.has(first)) return 'suite';
  return TEST.has(first) ? 'test' : undefined;
};

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A title's literal text as a pattern; what `each` or a template fills in (`%s`, `$name`, `${…}`) matches anything. */
const literal = (/** @type {string} */ text) =>
  text
    .split(/%[sdifjoOc#$]|\$[\w.]+/)
    .map((part) => escaped(part.replaceAll('%%', '%')))
    .join('.*');

/** A title's pattern; `.*` when the source does not say. */
const patternOf = (/** @type {ts.Node | undefined} */ node) => {
  if (node === undefined) return '.*';
  if (ts.isStringLiteralLike(node)) return literal(node.text);
  if (!ts.isTemplateExpression(node)) return '.*';
  return (
    literal(node.head.text) + node.templateSpans.map((span) => `.*${literal(span.literal.text)}`).join('')
  );
};

/** The tests in one file's text: `pattern` (source of a regular expression) of the full title, `own` of the test's alone. */
const titlePatterns = (/** @type {string} */ text) => {
  /** @type {{ readonly own: string, readonly pattern: string }[]} */
  const found = [];
  /**
   * @param {ts.Node} node
   * @param {readonly string[]} outer
   */
  const visit = (node, outer) => {
    const args = ts.isCallExpression(node) ? node.arguments : [];
    const kind = ts.isCallExpression(node) ? kindOf(node.expression) : undefined;
    const title = kind === undefined ? undefined : patternOf(args[0]);
    // `it.each(rows)` is itself a call without a title; `test.setTimeout(1)` has none either.
    const titled = title !== undefined && args.length > 1;
    if (titled && kind === 'test') found.push({ own: title, pattern: [...outer, title].join(' ') });
    const inner = titled && kind === 'suite' ? [...outer, title] : outer;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true), []);
  return found;
};

/**
 * Whether the file's text has a test of this full title. A test whose title is a variable counts only if the
 * end of the full title stands in the text as a string of its own.
 * @param {string} text
 * @param {string} title
 */
export function holdsTitle(text, title) {
  return titlePatterns(text).some(
    ({ own, pattern }) =>
      new RegExp(`^${pattern}$`).test(title) && (own !== '.*' || hasEndAsString(text, title)),
  );
}

/**
 * @param {string} text
 * @param {string} title
 */
const hasEndAsString = (text, title) =>
  [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.){12,})\1/g)].some(([, , end = '']) => title.endsWith(end));
