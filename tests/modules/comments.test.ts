/**
 * Comments of src and workers are understood when a file is opened in the middle: none begins without a subject ("The same
 * for …", "Of the chain.", "What a site sees."), and none sends the reader to the faults of another function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');

const OPENERS = [
  String.raw`(?:the )?same|those|that|they|their|its?|he|she|what(?:ever)?|whether|who(?:ever)?|which|as|like|of`,
  String.raw`so (?:many|much)|one of|also|and|but|or|here|then|again|otherwise|both|neither`,
  String.raw`too(?! (?:few|many|much|large|small|long|short|old))`,
  String.raw`there(?! (?:is|are|was|were|must|may|can)\b)`,
  String.raw`th(?:is|ese)(?= (?:is|are|was|were|has|have|can|cannot|may|must|would|will|also|does)\b)`,
];
const HEADLESS = new RegExp(String.raw`^(?:${OPENERS.join('|')})\b`, 'i');
/** "Faults of `open`", "Faults as above", "Faults: bad_hex, those of the reader": a docstring lists the own faults. */
const CHAIN = new RegExp(
  [
    String.raw`\b[Ff]aults(?:,? too,?)? (?:as|like)\b`,
    '\\b[Ff]aults of (?:`|\\w*[a-z][A-Z]|finish\\b|the (?:outbox|last|reader)\\b|reading|all\\b|a commit)',
    String.raw`\b[Ff]aults?\b[^.]*\b(?:those|the faults) of\b`,
  ].join('|'),
);

/** Each comment on lines of its own or behind code, as one line of text. Lines of `//` in a row are one comment. */
const commentsOf = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /^[ \t]*\/\/ .*(?:\n[ \t]*\/\/ .*)*|[ \t]\/\/ .*|(?:^|[ \t])\/\*\*[^]*?\*\/|<!--[^]*?-->/gm,
    ),
  ].map(([comment]) =>
    comment
      .replace(/^[ \t]*(?:\/\/|\/\*\*|\*\/|\*(?!\*)|<!--)|\*\/|-->/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^@component /, ''),
  );
const isFaulty = (comment: string): boolean => HEADLESS.test(comment) || CHAIN.test(comment);

describe('comments of src and workers', () => {
  it('begin with a subject, and list faults by name', () => {
    const faulty = ['src', 'workers'].flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => `${folder}/${path.split(sep).join('/')}`)
        .filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes('.gen.'))
        .flatMap((path) =>
          commentsOf(readFileSync(join(project, path), 'utf8'))
            .filter(isFaulty)
            .map((comment) => `${path}: ${comment}`),
        ),
    );
    expect(faulty).toEqual([]);
  });

  it('are found in every form, and only those without a subject are faulty', () => {
    const text = `
/**
 * The same for a promise.
 */
const a = 1; // as above
  // Of several files
  // the last one counts.
/** Faults of \`open\`; bad_hex. */
/** Own faults: bad_hex. */
// This page has no network. It is offline.
const url = 'https://a.b'; /** Too few signers. */
<!-- @component What a payment costs. -->
<!-- @component The cost of a payment. -->`;
    const comments = commentsOf(text);
    expect(comments).toHaveLength(9);
    expect(comments.filter(isFaulty)).toEqual([
      'The same for a promise.',
      'as above',
      'Of several files the last one counts.',
      'Faults of `open`; bad_hex.',
      'What a payment costs.',
    ]);
  });
});
