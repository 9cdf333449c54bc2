import { expect, it } from 'vitest';
import { collectNotes } from '../layout/notes.ts';
import { fillIn, lookUp } from './placeholders.ts';

const style = { font: 'arial', size: 12, bold: false, italic: false, underline: false } as const;

function fill(text: string, transform: Parameters<typeof fillIn>[2] = 'none') {
  const { notes, warnings } = collectNotes();
  const valueOf = lookUp({ Price: '$5', Empty: ' ' }, { price: '$1', Date: 'May 1' });
  const inlines = fillIn(text, style, transform, valueOf, 'signer', notes);
  return { drawn: inlines.map((each) => ('blank' in each ? '____' : each.text)).join(''), warnings };
}

it('replaces keys regardless of case and spaces, with the value of the first source', () => {
  expect(fill('{{ PRICE }} on {{date}}')).toEqual({ drawn: '$5 on May 1', warnings: [] });
});

it.each(['Unknown', 'Empty'])('leaves a blank and a warning if the value of %s is missing', (key) => {
  expect(fill(`for {{${key}}}.`)).toEqual({
    drawn: 'for ____.',
    warnings: [{ kind: 'missing_value', signer: 'signer', key }],
  });
});

it.each([
  ['uppercase', 'ALPHA & O’NEIL GMBH'],
  ['lowercase', 'alpha & o’neil gmbh'],
  ['capitalize', 'Alpha & O’Neil GmbH'],
] as const)('transforms text to %s', (transform, drawn) => {
  expect(fill('alpha & O’Neil GmbH', transform).drawn).toBe(drawn);
});
