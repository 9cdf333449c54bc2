import { describe, expect, test } from 'vitest';
import { blankLines, ownerNear, proposeFields, type TextPiece } from './propose-fields.ts';

const PAGE = { width: 612 };

/** A line of text in a font whose letters are all 6 points wide. */
function line(text: string, y: number, x = 72): TextPiece {
  return { text, x, y, width: text.length * 6, height: 12 };
}

const found = (pieces: readonly TextPiece[]) =>
  proposeFields({ pieces, drawn: [] }, [], PAGE).map(({ type, label }) => [type, label]);

test('lines are proposed by the label beside or below them', () => {
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

test('a label without a line is proposed only if nothing follows it', () => {
  expect(found([line('By:', 120), line('Name:', 140), line('Jane Doe', 140, 120)])).toEqual([
    ['signature', ''],
  ]);
});

test('boxes to check are proposed with their labels', () => {
  expect(found([line('[ ] Accredited investor', 100), line('☐ Other', 120)])).toEqual([
    ['checkbox', 'Accredited investor'],
    ['checkbox', 'Other'],
  ]);
});

test('a proposal ends on its line, starts where the line starts, and isn’t made twice', () => {
  const pieces = [line('By: ____________________', 120)];
  const [proposal] = proposeFields({ pieces, drawn: [] }, [], PAGE);
  expect(proposal?.box).toEqual({ x: 96, y: 104, width: 120, height: 28 });
  expect(blankLines({ pieces, drawn: [] })).toEqual([{ x: 96, y: 132, width: 120 }]);
  expect(proposeFields({ pieces, drawn: [] }, proposal ? [proposal.box] : [], PAGE)).toEqual([]);
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
  const whose = proposeFields({ pieces, drawn: [] }, [], PAGE).map(({ box }) =>
    ownerNear(box, pieces, owners),
  );
  expect(whose).toEqual(['jane', 'sam']);
  expect(ownerNear({ x: 72, y: 700, width: 100, height: 20 }, pieces, owners)).toBeNull();
});

describe('a drawn line', () => {
  /** A line that starts after a label of four letters. */
  const drawn = (y: number, x = 100, width = 200) => ({ x, y, width });
  const foundOn = (
    pieces: readonly TextPiece[],
    lines: readonly ReturnType<typeof drawn>[],
    names: string[] = [],
  ) => proposeFields({ pieces, drawn: lines }, [], PAGE, names).map(({ type, label }) => [type, label]);

  test('is proposed with the label before or below it, and only once beside a label without text', () => {
    const labels = [line('By:', 120), line('Name:', 150), line('Title:', 180), line('Date:', 210)];
    const lines = [drawn(132), drawn(162, 104), drawn(192, 110), drawn(222, 104), drawn(300)];
    expect(foundOn([...labels, line('(Signature)', 303, 100)], lines)).toEqual([
      ['signature', ''],
      ['custom', 'Name'],
      ['custom', 'Title'],
      ['date_signed', ''],
      ['signature', ''],
    ]);
  });

  test('is a signature line above the name of a signatory', () => {
    const pieces = [line('Jane Doe', 203, 100), line('Sam Roe', 303, 100)];
    expect(foundOn(pieces, [drawn(200), drawn(300)], ['Jane Doe'])).toEqual([['signature', '']]);
  });

  test('that is a border, or has text on it, is not proposed', () => {
    const pieces = [
      line('Purchase Price', 100),
      line('By:', 150),
      line('Jane Doe', 150, 110),
      line('Signature Page to Loan Agreement', 700),
    ];
    expect(foundOn(pieces, [drawn(112, 72), drawn(162), drawn(696, 72, 468)])).toEqual([]);
  });

  test('is a line that fields snap to, and its own field ends on it', () => {
    const [proposal] = proposeFields({ pieces: [line('Date:', 120)], drawn: [drawn(132, 104)] }, [], PAGE);
    expect(proposal?.box).toEqual({ x: 104, y: 116, width: 200, height: 16 });
    expect(blankLines({ pieces: [], drawn: [drawn(132)] })).toEqual([{ x: 100, y: 132, width: 200 }]);
  });
});
