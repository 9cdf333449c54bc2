import { describe, expect, it } from 'vitest';
import { VALUE_MAX } from '../../../contract/rules/signing/fields/value-limits.ts';
import type { Values } from '../../../db/queries/signing/signatories/values.ts';
import {
  cellsOfText,
  clearBlock,
  countMissing,
  fillDown,
  nextMissing,
  pasteInto,
  setOne,
  textOfBlock,
} from './values-block.ts';

const AT = '2026-01-01T00:00:00.000Z';
const own = {
  transaction: 'deal',
  createdAt: AT,
  createdBy: 'me',
  version: 1,
  modifiedAt: AT,
  modifiedBy: 'me',
};

/** A grid with these texts: one line per signatory, one cell per field. */
function gridOf(...texts: string[][]): Values {
  const width = texts[0]?.length ?? 0;
  return {
    signatories: texts.map((_row, order) => ({
      ...own,
      uuid: `signatory ${order}`,
      fullName: `Person ${order}`,
      email: '',
      isOrg: false,
      address: '',
      entityDescription: '',
      instapagesConfig: null,
      bulkSignatoryUploadId: null,
      order,
    })),
    fields: Array.from({ length: width }, (_field, order) => ({
      ...own,
      uuid: `field ${order}`,
      key: `Field ${order}`,
      order,
    })),
    values: new Map(
      texts.map((row, at) => [
        `signatory ${at}`,
        new Map(
          row.flatMap((value, column) => {
            const [signatory, customKey] = [`signatory ${at}`, `field ${column}`];
            return value === ''
              ? []
              : [[customKey, { ...own, uuid: `${at}/${column}`, signatory, customKey, value }] as const];
          }),
        ),
      ]),
    ),
  };
}

const grid = gridOf(['a', 'b', ''], ['', 'e', 'f'], ['g', '', '']);

const cell = (row: number, column: number) => ({ top: row, left: column, bottom: row, right: column });

/** The changes as "row/column=value". */
function changes({ values }: ReturnType<typeof pasteInto>): string[] {
  const number = (uuid: string) => uuid.split(' ').at(-1);
  return values.map(
    ({ signatory, customKey, value, existing }) =>
      `${number(signatory)}/${number(customKey)}=${value}${existing === null ? ' (new)' : ''}`,
  );
}

describe('text from a spreadsheet', () => {
  it('is split into rows by line and cells by tab, without the last line break', () => {
    expect(cellsOfText('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(cellsOfText('a\n\nb')).toEqual([['a'], [''], ['b']]);
    expect(cellsOfText('')).toEqual([['']]);
  });

  it('keeps line breaks, tabs and quotes that are in a quoted cell', () => {
    expect(cellsOfText('"one\ntwo"\t"a ""b"""\nc')).toEqual([['one\ntwo', 'a "b"'], ['c']]);
    expect(cellsOfText('"Mac" Smith\tx')).toEqual([['"Mac" Smith', 'x']]);
  });

  it('is the same as a copied block', () => {
    const quoted = gridOf(['a "b"', 'c'], ['', 'd']);
    const text = textOfBlock(quoted, { top: 0, left: 0, bottom: 1, right: 1 });
    expect(text).toBe('"a ""b"""\tc\n\td');
    expect(cellsOfText(text)).toEqual([
      ['a "b"', 'c'],
      ['', 'd'],
    ]);
  });
});

describe('a pasted block', () => {
  it('sets new values, changes existing ones, and clears those that are empty in it', () => {
    expect(changes(pasteInto(grid, cell(0, 1), cellsOfText('x\ty\n\tz')))).toEqual([
      '0/1=x',
      '0/2=y (new)',
      '1/1=',
      '1/2=z',
    ]);
  });

  it('leaves out values that are already the same', () => {
    expect(changes(pasteInto(grid, cell(0, 0), [['a', 'other']]))).toEqual(['0/1=other']);
  });

  it('ends at the edge of the grid, and says how much was left out', () => {
    const filling = pasteInto(grid, cell(2, 1), cellsOfText('1\t2\t3\n4\t5\t6'));
    expect(changes(filling)).toEqual(['2/1=1 (new)', '2/2=2 (new)']);
    expect(filling.outside).toBe(4);
  });

  it('fills the whole selection with a single cell, and repeats in a selection that is a multiple of its size', () => {
    expect(changes(pasteInto(grid, { top: 1, left: 0, bottom: 2, right: 0 }, [['n']]))).toEqual([
      '1/0=n (new)',
      '2/0=n',
    ]);
    expect(changes(pasteInto(grid, { top: 0, left: 2, bottom: 2, right: 2 }, [['p'], ['q']]))).toEqual([
      '0/2=p (new)',
      '1/2=q',
    ]);
  });

  it('replaces line breaks with spaces, and leaves out values that are too long', () => {
    const filling = pasteInto(grid, cell(0, 0), [['one\n two', 'x'.repeat(VALUE_MAX + 1)]]);
    expect(changes(filling)).toEqual(['0/0=one two']);
    expect(filling.tooLong).toBe(1);
  });
});

it('fills a selection down from its first row, and a single row from the one above', () => {
  expect(changes(fillDown(grid, { top: 0, left: 0, bottom: 2, right: 1 }))).toEqual([
    '1/0=a (new)',
    '1/1=b',
    '2/0=a',
    '2/1=b (new)',
  ]);
  expect(changes(fillDown(grid, cell(2, 2)))).toEqual(['2/2=f (new)']);
  expect(changes(fillDown(grid, cell(0, 0)))).toEqual([]);
});

it('clears only cells with a value', () => {
  expect(changes(clearBlock(grid, { top: 0, left: 0, bottom: 1, right: 0 }))).toEqual(['0/0=']);
});

it('trims typed text, and ignores spaces typed in an empty cell', () => {
  expect(changes(setOne(grid, { row: 0, column: 0 }, '  new '))).toEqual(['0/0=new']);
  expect(changes(setOne(grid, { row: 1, column: 0 }, '   '))).toEqual([]);
});

it('finds missing values in reading order, and wraps around', () => {
  expect(countMissing(grid)).toBe(4);
  expect(nextMissing(grid, { row: 0, column: 0 })).toEqual({ row: 0, column: 2 });
  expect(nextMissing(grid, { row: 2, column: 2 })).toEqual({ row: 0, column: 2 });
  expect(nextMissing(gridOf(['a', 'b']), { row: 0, column: 0 })).toBeNull();
});
