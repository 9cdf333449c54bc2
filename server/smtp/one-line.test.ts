import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.for([
  ['Ada Okafor', 'Ada Okafor'],
  ['Ada\r\nBcc: everyone@firm.test', 'Ada Bcc: everyone@firm.test'],
  ['a\u0000b\u0007c\u0085d\u2028e\u2029f', 'a b c d e f'],
  ['invoice\u202Egnp.exe', 'invoice gnp.exe'],
  ['  too   much  room ', 'too much room'],
  ['', ''],
] as const)('%j becomes one line: %j', ([text, line]) => {
  expect(oneLine(text, 100)).toBe(line);
});

test.for(['x', 'Ä', '😀'])(
  '10,000 characters of “%s” are cut to the limit, and the last one marks the cut',
  (one) => {
    const cut = oneLine(one.repeat(10_000), 50);
    expect(cut).toBe(`${one.repeat(49)}…`);
    expect(oneLine(one.repeat(50), 50)).toBe(one.repeat(50));
    expect(oneLine(one.repeat(51), 50)).toBe(cut);
  },
);
