/**
 * A lint rule of this project: an exported function is a function declaration, so that outlines, tools and stack traces
 * name it. A constant with a type annotation states a contract, so it may stay an arrow function.
 */

const message = 'Export functions as function declarations: outlines, tools and stack traces name them.';

const functionDeclarations = {
  /** @param {{ report: (problem: { message: string, node: object }) => void }} context */
  create: (context) => ({
    /** @param {{ declaration?: { type: string, declarations?: { id: { typeAnnotation?: object }, init?: { type: string } }[] } }} node */
    ExportNamedDeclaration(node) {
      for (const declarator of node.declaration?.declarations ?? [])
        if (declarator.init?.type === 'ArrowFunctionExpression' && !declarator.id.typeAnnotation)
          context.report({ message, node: declarator });
    },
  }),
};

// Linters expect a default export here.
export default { meta: { name: 'ostro' }, rules: { 'exported-function-declarations': functionDeclarations } };
