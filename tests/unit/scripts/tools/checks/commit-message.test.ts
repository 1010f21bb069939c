/** Which commit messages are accepted. */
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../scripts/tools/checks/commit-message.mjs';

const BODY = 'A view tag of one byte saves most derivations. Checked: unit tests, bench.';
const GOOD = `scan: skip foreign outputs by view tag\n\n${BODY}\n`;

describe('a commit message', () => {
  it.each([GOOD, `wallet server: keep the lock\n\n${BODY}`, 'Merge branch x', 'fixup! scan: skip'])(
    'is accepted: %j',
    (message) => {
      expect(problemsOf(message)).toEqual([]);
    },
  );
  it.each([
    ['no module', `Skip foreign outputs\n\n${BODY}`, 'module and a colon'],
    ['a long subject', `scan: ${'x'.repeat(90)}\n\n${BODY}`, '96 characters'],
    ['a full stop', `scan: skip outputs.\n\n${BODY}`, 'full stop'],
    ['no body', 'scan: skip outputs\n', 'body is missing'],
    [
      'comments of git alone as body',
      'scan: skip outputs\n\n# Please enter the message\n# more of it',
      'body is missing',
    ],
    ['no empty line', `scan: skip outputs\n${BODY}`, 'empty line'],
    ['a long line', `scan: skip outputs\n\n${'word '.repeat(40)}`, 'longer than 120'],
  ])('is refused with %s', (_what, message, problem) => {
    expect(problemsOf(message).join(' ')).toContain(problem);
  });
});
