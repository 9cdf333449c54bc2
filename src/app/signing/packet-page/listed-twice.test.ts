import { expect, test } from 'vitest';
import { listedTwice } from './listed-twice.ts';

const packetOf = (uuid: string, fullName: string, email: string) => ({
  signatory: { uuid, fullName, email },
});
const twice = (...packets: ReturnType<typeof packetOf>[]) =>
  listedTwice(packets).map((people) => people.map(({ uuid }) => uuid));

test('signatories with one address whose names differ only in spelling are one person', () => {
  const jane = packetOf('1', 'Jane Doe', 'jane@alpha.test');
  const inCapitals = packetOf('2', 'JANE DOE', 'Jane@Alpha.test');
  const withInitial = packetOf('3', 'Jane Q. Doe', 'jane@alpha.test');
  const john = packetOf('4', 'John Roe', 'john@alpha.test');
  expect(twice(jane, john, inCapitals, withInitial)).toEqual([['1', '2', '3']]);
});

test('two packets of one signatory, a shared mailbox or a namesake cause no warning', () => {
  const jane = packetOf('1', 'Jane Doe', 'jane@alpha.test');
  const sharing = packetOf('2', 'Max Roe', 'jane@alpha.test');
  const namesake = packetOf('3', 'Jane Doe', 'jane@beta.test');
  expect(twice(jane, jane, sharing, namesake)).toEqual([]);
  expect(twice(packetOf('1', 'Jane Doe', ''), packetOf('2', 'Jane Doe', ''))).toEqual([]);
});
