/** What a commit message must look like: CONTRIBUTING.md, "Commits and changes". */
const MAX_SUBJECT = 80;
const MAX_LINE = 120;
const MIN_BODY = 20;

/**
 * Answers what is wrong with a message, a sentence each; an empty list when nothing is.
 * @param {string} message
 * @returns {readonly string[]}
 */
export function problemsOf(message) {
  const lines = message
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.trimEnd());
  const [subject = '', ...rest] = lines;
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  const body = rest.join('\n').trim();
  /** @type {string[]} */
  const problems = [];
  if (!/^[a-z][\w ,/-]*: \S/.test(subject))
    problems.push('The subject begins with the module and a colon, as in "scan: skip foreign outputs".');
  if (subject.length > MAX_SUBJECT)
    problems.push(`The subject has ${subject.length} characters, at most ${MAX_SUBJECT} are allowed.`);
  if (subject.endsWith('.')) problems.push('The subject ends without a full stop.');
  if (body !== '' && rest[0] !== '') problems.push('An empty line is missing below the subject.');
  if (body.length < MIN_BODY) problems.push('The body is missing: why, and how it was checked.');
  if (rest.some((line) => line.length > MAX_LINE && line.includes(' ')))
    problems.push(`A line of the body is longer than ${MAX_LINE} characters.`);
  return problems;
}
