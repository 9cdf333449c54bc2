import { expect, test } from 'vitest';
import { blankLines, ownerNear, proposeFields, type TextPiece } from './propose-fields.ts';

const PAGE = { width: 612 };

/** A line of text in a font whose letters are all 6 points wide. */
function line(text: string, y: number, x = 72): TextPiece {
  return { text, x, y, width: text.length * 6, height: 12 };
}

const found = (pieces: readonly TextPiece[]) =>
  proposeFields(pieces, [], PAGE).map(({ type, label }) => [type, label]);

test('lines are proposed by what is printed beside or below them', () => {
  expect(
    found([
      line('IN WITNESS WHEREOF, the parties have executed this Agreement.', 72),
      line('By: ____________________', 120),
      line('Name: James A. Mitarotonda', 140),
      line('Title: ____________________', 160),
      line('Date: ______________', 180),
      line('Effective Date: ______________', 200),
      line('Initials: ________', 220),
      line('____________________', 260),
      line('Signature', 274),
    ]),
  ).toEqual([
    ['signature', ''],
    ['custom', 'Title'],
    ['date_signed', ''],
    ['effective_date', ''],
    ['initials', ''],
    ['signature', ''],
  ]);
});

test('a label without a line is a place to fill in only if nothing follows it', () => {
  expect(found([line('By:', 120), line('Name:', 140), line('Jane Doe', 140, 120)])).toEqual([
    ['signature', ''],
  ]);
});

test('boxes to check are proposed with their words', () => {
  expect(found([line('[ ] Accredited investor', 100), line('☐ Other', 120)])).toEqual([
    ['checkbox', 'Accredited investor'],
    ['checkbox', 'Other'],
  ]);
});

test('a proposal ends on its line, begins where the line begins, and isn’t made twice', () => {
  const pieces = [line('By: ____________________', 120)];
  const [proposal] = proposeFields(pieces, [], PAGE);
  expect(proposal?.box).toEqual({ x: 96, y: 104, width: 120, height: 28 });
  expect(blankLines(pieces)).toEqual([{ x: 96, y: 132, width: 120 }]);
  expect(proposeFields(pieces, proposal ? [proposal.box] : [], PAGE)).toEqual([]);
});

test('a short blank in a sentence is not proposed', () => {
  expect(found([line('as of the ____ day', 100)])).toEqual([]);
});

test('a field belongs to the person whose name is nearest', () => {
  const pieces = [
    line('ALPHA FUND, L.P.', 100),
    line('By: ____________________', 140),
    line('Name: Jane Doe', 156),
    line('By: ____________________', 240),
    line('Name: Sam Roe', 256),
  ];
  const owners = [
    { assignment: 'jane', names: ['Alpha Fund, L.P.', 'Jane Doe'] },
    { assignment: 'sam', names: ['Sam Roe'] },
  ];
  const whose = proposeFields(pieces, [], PAGE).map(({ box }) => ownerNear(box, pieces, owners));
  expect(whose).toEqual(['jane', 'sam']);
  expect(ownerNear({ x: 72, y: 700, width: 100, height: 20 }, pieces, owners)).toBeNull();
});
