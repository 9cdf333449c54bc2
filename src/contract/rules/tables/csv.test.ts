import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('quotes every text and doubles its quotation marks', () => {
  expect(csvText([['a', 'b "c", d'], ['e\nf']])).toBe('\ufeff"a","b ""c"", d"\r\n"e\nf"\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '\t=1+1', '\r=1+1', '＝1+1'])(
  'puts an apostrophe in front of %j, which would be a formula',
  (text) => {
    expect(csvText([[text]])).toBe(`\ufeff"'${text}"\r\n`);
  },
);

it('leaves names unchanged that contain such a character later on', () => {
  expect(csvText([['Alpha-Beta = +1']])).toBe('\ufeff"Alpha-Beta = +1"\r\n');
});
