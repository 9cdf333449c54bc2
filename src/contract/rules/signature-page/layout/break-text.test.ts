import { expect, it } from 'vitest';
import { staysWithWordBefore, unitsOf } from './break-text.ts';

function pieces(text: string): string[] {
  return unitsOf(text)
    .filter(({ kind }) => kind !== 'space')
    .map(({ start, end }) => text.slice(start, end));
}

it.each([
  ['words', 'Alpha Capital  Group', ['Alpha', 'Capital', 'Group']],
  ['a name with hyphens after each hyphen', 'Société-Générale', ['Société-', 'Générale']],
  ['a number with its sign as one unit', 'minus -5', ['minus', '-5']],
  ['words with a no-break space as one unit', 'No.\u00a05 Fund', ['No.\u00a05', 'Fund']],
  ['Chinese between characters', '有限公司', ['有', '限', '公', '司']],
  ['Chinese, but not before closing marks', '（有限）公司。', ['（有', '限）', '公', '司。']],
  ['rare Chinese characters, which are surrogate pairs, as whole characters', '𠀀𠀁', ['𠀀', '𠀁']],
  ['paragraphs at their ends', 'one\ntwo', ['one', '\n', 'two']],
])('breaks %s', (_, text, expected) => {
  expect(pieces(text)).toEqual(expected);
});

it('keeps a legal form with the word before it, but not other words', () => {
  const forms = ['L.P.', 'LLC', 'LLP,', 'Inc.', 'INC.', 'Ltd.', 'GmbH', 'N.A.', 'plc)'];
  expect(forms.filter((form) => !staysWithWordBefore(form))).toEqual([]);
  expect(['Partners', 'Se', 'Co', 'Limited', 'income'].filter(staysWithWordBefore)).toEqual([]);
});
