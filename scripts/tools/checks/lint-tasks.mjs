/**
 * A lint rule of the page: before an answer arrives, the screen, the wallet or the question may be another. So an `await`
 * is `await task.wait(…)` (src/ui/state/task.ts), unless the function has no effect after it. An effect is an assignment
 * to anything but a local variable, a call whose result is not used, and a call of an own method. The same holds for the
 * functions of `then`, `catch` and `finally`.
 *
 * A method that runs a task returns false if the task ended. So effects may stand where `if (await state.save())` was true.
 * The end of a task is an error that its own code must not catch: it waits for `Promise.allSettled([…])` instead.
 * `tick()` needs no task: nothing happens before it resolves. A secret is overwritten (`fill`) in any case, an element that
 * was removed takes no focus, and what `router.here()` gave leads nowhere from another screen.
 */

/**
 * The used fields of a node of the syntax tree.
 * @typedef {object} Node
 * @property {string} type
 * @property {Node} [parent]
 * @property {string} [name]
 * @property {string} [operator]
 * @property {Node} [argument]
 * @property {Node} [callee]
 * @property {Node} [object]
 * @property {Node} [property]
 * @property {Node} [expression]
 * @property {Node} [left]
 * @property {Node} [right]
 * @property {Node} [test]
 * @property {Node | Node[]} [consequent]
 * @property {Node} [alternate]
 * @property {Node | Node[]} [body]
 * @property {Node} [block]
 * @property {Node} [handler]
 * @property {Node} [finalizer]
 * @property {Node} [init]
 * @property {Node} [id]
 * @property {Node} [value]
 * @property {Node[]} [arguments]
 * @property {Node[]} [declarations]
 * @property {(Node | null)[]} [elements]
 * @property {Node[]} [properties]
 */

const message =
  'Wait with `await task.wait(…)`: when this answer arrives, the screen may show something else (src/ui/state/task.ts).';
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const LOOP = /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/;
const WRAPPER = /^(?:TS(?:As|NonNull|Satisfies)Expression|ChainExpression|ParenthesizedExpression)$/;
const PROMISE_METHOD = /^(?:then|catch|finally)$/;
const HARMLESS = /^(?:wait|tick|fill|focus|focusFirstWrong|setSelectionRange)$/;

const awaitThroughTask = {
  /** @param {{ report: (problem: { message: string, node: Node }) => void }} context */
  create: (context) => ({
    /** @param {Node} node */
    AwaitExpression(node) {
      if (effectsFollow(node)) context.report({ message, node });
    },
    /** @param {Node} node */
    CallExpression(node) {
      if (
        PROMISE_METHOD.test(methodOf(node)) &&
        node.arguments?.some((each) => hasEffect(each, isUnused(node)))
      )
        context.report({ message, node });
    },
  }),
};

/**
 * Walks from the `await` to its function, and looks at each part that runs after it.
 * @param {Node} start
 */
const effectsFollow = (start) => {
  const waited = start.argument;
  const isLocal = localsAround(start);
  /** @param {...(Node | Node[] | null | undefined)} parts */
  const any = (...parts) =>
    parts.flat().some((part) => part && contains(part, (each) => isEffect(each, isLocal)));
  // An own method, or one of another state, says if its task was done; an answer of the worker says something else.
  /** @type {boolean | undefined} The value of the expression if the task was done; it is the opposite if it ended. */
  let done = (waited?.type === 'CallExpression' && methodOf(waited) !== 'call') || undefined;
  /** The function returns before what stands below. Where a task ended, only what catches its error runs. */
  let left = isWait(waited);
  for (
    let child = start, { parent } = start;
    parent && !FUNCTION.test(child.type);
    child = parent, { parent } = child
  ) {
    /** @type {boolean | undefined} */
    const before = done;
    if (!WRAPPER.test(parent.type)) done = undefined;
    if (parent.type === 'TryStatement') {
      // `run` rejects only while its task goes on.
      if (child === parent.block && methodOf(waited) !== 'run' && any(parent.handler?.body)) return true;
      if (child !== parent.finalizer && any(parent.finalizer)) return true;
    } else if (left) continue;
    else if (parent.type === 'UnaryExpression' && parent.operator === '!')
      done = before === undefined ? before : !before;
    else if (parent.type === 'LogicalExpression') {
      const onlyDone = before === (parent.operator === '&&');
      if (child === parent.left && !onlyDone && any(parent.right)) return true;
      if (onlyDone || child === parent.right) done = before;
    } else if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      if (child !== parent.test) continue;
      if (before !== true && any(parent.consequent)) return true;
      if (before !== false && any(parent.alternate)) return true;
      left = before === false && leaves(parent.consequent);
    } else if (LOOP.test(parent.type)) {
      if (child !== parent.init && child !== parent.right && any(parent)) return true;
    } else if (parent.type === 'ReturnStatement' || parent.type === 'ThrowStatement') left = true;
    else if (isEffect(parent, isLocal)) return true;
    else
      for (const next of partsAfter(child, parent)) {
        if (any(next)) return true;
        left = leaves(next);
        if (left) break;
      }
  }
  return false;
};

/** @param {Node} child @param {Node} parent @returns {Node[]} */
const partsAfter = (child, parent) => {
  for (const list of [parent.body, parent.consequent, parent.arguments, parent.declarations, parent.elements])
    if (Array.isArray(list) && list.includes(child))
      return list.slice(list.indexOf(child) + 1).filter((each) => each !== null);
  return [];
};

/** @param {Node | Node[] | undefined} statement @returns {boolean} */
const leaves = (statement) => {
  if (Array.isArray(statement)) return leaves(statement.at(-1));
  if (statement?.type === 'BlockStatement') return leaves(statement.body);
  return statement?.type === 'ReturnStatement' || statement?.type === 'ThrowStatement';
};

/** The name of a called function or method. @param {Node | undefined} call */
const methodOf = (call) => call?.callee?.property?.name ?? call?.callee?.name ?? '';

/** @param {Node | undefined} node */
const isWait = (node) => node?.type === 'CallExpression' && /^(?:wait|tick)$/.test(methodOf(node));

/** @param {Node} node @param {(name: string) => boolean} isLocal */
const isEffect = (node, isLocal) => {
  if (node.type === 'AssignmentExpression') return !targetsOf(node.left).every(isLocal);
  if (node.type === 'UpdateExpression') return !targetsOf(node.argument).every(isLocal);
  if (node.type !== 'CallExpression' || HARMLESS.test(methodOf(node))) return false;
  const root = rootOf(node.callee);
  return root === 'this' || (isUnused(node) && !isLocal(root) && root !== 'here');
};

/** The result is not used. @param {Node} call */
const isUnused = ({ parent }) => {
  while (parent && (WRAPPER.test(parent.type) || /^(?:Await|Unary)Expression$/.test(parent.type)))
    ({ parent } = parent);
  return parent?.type === 'ExpressionStatement';
};

/**
 * A function that is called with an answer does something. `unused`: its result is not used.
 * @param {Node} callback @param {boolean} unused
 */
const hasEffect = (callback, unused) => {
  const { body } = callback;
  if (!FUNCTION.test(callback.type) || !body || Array.isArray(body)) return callback.type !== 'Literal';
  const isLocal = localsAround(body);
  const result = body.type === 'UnaryExpression' ? body.argument : body;
  const calls = result?.type === 'CallExpression' && !HARMLESS.test(methodOf(result));
  return (calls && (unused || result !== body)) || contains(body, (each) => isEffect(each, isLocal));
};

/** The variables that an assignment changes, `this` for fields. @param {Node | undefined} target @returns {string[]} */
const targetsOf = (target) => {
  if (target?.type === 'ObjectPattern')
    return (target.properties ?? []).flatMap((each) => targetsOf(each.value ?? each.argument));
  if (target?.type === 'ArrayPattern')
    return (target.elements ?? []).flatMap((each) => (each ? targetsOf(each) : []));
  return target?.type === 'AssignmentPattern' ? targetsOf(target.left) : [rootOf(target)];
};

/** The name at the start of `a.b.c`. @param {Node | undefined} node @returns {string} */
const rootOf = (node) => {
  if (node?.type === 'ThisExpression' || node?.type === 'Super') return 'this';
  const inner = node?.object ?? node?.callee ?? node?.expression;
  return inner ? rootOf(inner) : (node?.name ?? '');
};

/** Says of a name if the function around the node declares it. @param {Node} node */
const localsAround = (node) => {
  let around = node;
  while (around.parent && !FUNCTION.test(around.type)) around = around.parent;
  /** @type {Set<string>} */
  const names = new Set();
  for (const part of [around.body].flat())
    if (part && FUNCTION.test(around.type))
      contains(part, (each) => {
        if (each.type === 'VariableDeclarator') for (const name of targetsOf(each.id)) names.add(name);
        return false;
      });
  return (/** @type {string} */ name) => names.has(name);
};

/**
 * Looks at a node and all in it, except other functions.
 * @param {Node} node @param {(each: Node) => boolean} test @returns {boolean}
 */
const contains = (node, test) => {
  if (test(node)) return true;
  if (FUNCTION.test(node.type)) return false;
  return Object.entries(node).some(
    ([name, value]) =>
      name !== 'parent' && [value].flat().some((each) => isNode(each) && contains(each, test)),
  );
};

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

// Linters expect a default export here.
export default { meta: { name: 'ostro-page' }, rules: { 'await-through-task': awaitThroughTask } };
