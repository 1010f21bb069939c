/**
 * Counts which parts of a reader run: a bundle of its sources in which each block, branch and case adds one to a counter. The
 * literals of the sources are words with which inputs are changed.
 */
import { rolldown, type Plugin } from 'rolldown';
import ts from 'typescript';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';

/** Number of counters; more places than this share some. */
export const COUNTERS = 1 << 16;

export interface Instrumented {
  readonly code: string;
  readonly places: number;
  /** Texts and numbers of the sources. */
  readonly words: readonly (string | number)[];
}

type Insert = readonly [at: number, text: string];

/** The insertions for one source, whose counters begin at `first`. */
const insertionsOf = (
  source: ts.SourceFile,
  first: number,
  words: Set<string | number>,
): readonly Insert[] => {
  const found: Insert[] = [];
  let places = 0;
  const hit = () => `__hits[${(first + places++) % COUNTERS}]++`;
  const expression = (node: ts.Expression) => {
    found.push([node.getStart(source), `(${hit()},`], [node.getEnd(), ')']);
  };
  const statement = (node: ts.Statement) => {
    if (ts.isBlock(node)) return;
    found.push([node.getStart(source), `{${hit()};`], [node.getEnd(), '}']);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) && node.text.length > 0 && node.text.length <= 40) words.add(node.text);
    if (ts.isNumericLiteral(node)) words.add(Number(node.text));
    if (ts.isBlock(node)) found.push([node.getStart(source) + 1, `${hit()};`]);
    if (ts.isIfStatement(node)) {
      statement(node.thenStatement);
      if (node.elseStatement && !ts.isIfStatement(node.elseStatement)) statement(node.elseStatement);
    }
    if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node))
      statement(node.statement);
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(expression);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) expression(node.body);
    if (ts.isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind)) expression(node.right);
    if (ts.isCaseOrDefaultClause(node) && node.statements[0])
      found.push([node.statements[0].getStart(source), `${hit()};`]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};
const LOGICAL = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** At one place, what closes stands before what opens, and an outer part opens before an inner one. */
const apply = (text: string, inserts: readonly Insert[]): string => {
  const closes = (insert: Insert) => (insert[1] === ')' || insert[1] === '}' ? 0 : 1);
  const sorted = inserts.map((insert, i) => ({ insert, i }));
  sorted.sort((a, b) => a.insert[0] - b.insert[0] || closes(a.insert) - closes(b.insert) || a.i - b.i);
  let out = '';
  let from = 0;
  for (const {
    insert: [at, more],
  } of sorted) {
    out += text.slice(from, at) + more;
    from = at;
  }
  return out + text.slice(from);
};

/** Bundles `entry` for Node; only the project's own sources are counted. */
export async function instrument(entry: string): Promise<Instrumented> {
  const words = new Set<string | number>();
  let places = 0;
  const counting: Plugin = {
    name: 'count',
    transform(code, id) {
      if (
        !id.startsWith(`${projectRoot}/src/`) ||
        !id.endsWith('.ts') ||
        /kernel\/|word-?lists?|\.gen\.ts/.test(id)
      )
        return null;
      const source = ts.createSourceFile(id, code, ts.ScriptTarget.ES2022, true);
      const inserts = insertionsOf(source, places, words);
      places += inserts.length;
      return { code: `const __hits = globalThis.__hits;\n${apply(code, inserts)}`, map: null };
    },
  };
  const bundle = await rolldown({ input: entry, platform: 'node', plugins: [counting], logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return { code: output[0].code, places, words: [...words] };
}
