import { globSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';

/** Texts and code that are written in plain English throughout. The old dialect must not return. */
const PLACES = [
  'README.md',
  'ARCHITECTURE.md',
  'docs/*.md',
  'docs/adr/*.md',
  'docs/product/*.md',
  'src/sync/SPEC.md',
  'src/app/**/*-copy.ts',
  'src/app/{checklist,details,documents,palette,shortcuts,transaction,undo,viewer}/**/*.{ts,tsx}',
  'src/app/screens/{activity,deal,documents,fields,tasks}/*.{ts,tsx}',
  '{server,scripts}/**/*.ts',
];

/**
 * Words and phrases that nobody would say aloud, each with a better alternative. Add the next one that you
 * find.
 */
const DIALECT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b|\bafresh\b/i, 'again'],
  [/\bbear(?:s|ing)?\b|\bbore\b/i, 'has, carries'],
  [/\b(?:stand|stands|stood) (?:at|beside|for|in|on|there|where)\b/i, 'is in, means, shows'],
  [/\btold of\b|\btells? of\b|\btelling of\b/i, 'is notified of, says, announces'],
  [/\bhears? of\b|\bheard of\b/i, 'is notified of'],
  [/\blet(?:s|ting)? go of\b/i, 'releases, removes'],
  [/\b(?:go|goes|gone|going|went) on with\b/i, 'continues'],
  [/\bthere (?:is|are|was|were) none\b/i, 'none exists, nobody has one'],
  [/\bwho(?:m)?ever\b/i, 'anyone who, the person who'],
  [/\bwhatever (?:it|they|he|she) (?:is|are|was|were)\b/i, 'any'],
  [/\bupon\b/i, 'on'],
  [/\breckon(?:ed|s)?\b/i, 'estimated'],
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/\bas ever\b/i, 'as always'],
  [/\bbut for\b/i, 'except for'],
  // Agreements say "In witness whereof".
  [/\bthere(?:of|with|upon)\b|(?<!witness )\bwhere(?:of|with|upon)\b/i, 'of it, with it, then'],
  [/\b(?:is|are|was|were) to be had\b/i, 'is available'],
  [/\bnothing of the kind\b/i, 'no results'],
  [/\bin step\b/i, 'synced'],
  [/\bso it will look\b/i, 'preview'],
  [/\bto spare data\b|\bspares? data\b/i, 'to save data'],
  [/\bis (?:not )?known to (?:be|have)\b/i, 'say who knows it'],
  [/\bit is so\b/i, 'name what it is'],
  [/\bforgotten your\b/i, 'forgot your'],
  [/\bthemself\b/i, 'themselves'],
  [/\bas far as (?:this|the) device knows\b/i, 'according to this device'],
  [/\bmarked as to be signed\b/i, 'marked to be signed'],
  [/\bis good for (?:so|one|\d)/i, 'is valid for'],
  [/\bfrom one moment of the mirror\b/i, 'from one snapshot'],
  [/\blets? be\b/i, 'leaves alone'],
  [/\bAnswers? (?:a|an|the|whether|how|what|which|who|null|true|false)\b/, 'returns'],
  [/(?:^|[.:;] |\*\* )Of (?:a|an|all|any|each|such|the|these|those|what)\b/m, 'begin with the subject'],
  // A comment may begin with a question word as a label: "Who signs a document."
  [/(?:^|[.:;] )Whom?\b(?! ?[^\s]*\|)[^.?!|]*\./m, 'the person who'],
];

function faultsIn(text: string): string[] {
  return DIALECT.flatMap(([pattern, instead]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
      ({ 0: found, index }) =>
        `line ${text.slice(0, index).split('\n').length}: “${found.trim()}”, better: ${instead}`,
    ),
  );
}

/** Returns the comments of a file, each on its line, without inline code. */
function commentsOf(code: string): string {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  let [comments, from] = ['', 0];
  for (const { 0: found, index } of code.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)) {
    comments += blank(code.slice(from, index)) + found.replaceAll(/`[^`\n]*`/g, blank);
    from = index + found.length;
  }
  return comments;
}

const files = globSync(PLACES).toSorted();

test('the plain English rule finds the files that it applies to', () => {
  expect(files.length).toBeGreaterThan(40);
});

it.each(files)('%s is written in plain English', (path) => {
  expect(faultsIn(readFileSync(path, 'utf8'))).toEqual([]);
});

test('the comments of the app and of all tests are written in plain English', () => {
  const faults = globSync('{src,tests}/**/*.{ts,tsx}')
    .filter((path) => path !== 'tests/house/plain-english.test.ts')
    .flatMap((path) => faultsIn(commentsOf(readFileSync(path, 'utf8'))).map((fault) => `${path}, ${fault}`));
  expect(faults).toEqual([]);
});

test('the plain English rule reports a comment by its line, and ignores code', () => {
  const code = 'const anew = 1;\n// `anew` is a name.\n/**\n * It begins anew.\n */\nmend(); // and afresh';
  expect(faultsIn(commentsOf(code)).map((fault) => fault.split(':')[0])).toEqual(['line 4', 'line 6']);
});

it.each([
  'The count begins anew.',
  'Each request bears the header.',
  'Decisions stand in docs/adr.',
  'Participants are told of the change.',
  'The page lets go of its database.',
  'The service worker goes on with uploads.',
  'There is none.',
  'Whoever signs in ends the other session.',
  'Of a deal that is purged, nothing stays.',
  'Who was invited sees it here.',
  '/** Answers whether the row is deleted. */',
])('the plain English rule rejects “%s”', (sentence) => {
  expect(faultsIn(sentence)).not.toEqual([]);
});

it.each([
  'The server answers the request within two seconds.',
  'Who may call an endpoint is a matter of policy?',
  'Each row has a version.',
])('the plain English rule accepts “%s”', (sentence) => {
  expect(faultsIn(sentence)).toEqual([]);
});
