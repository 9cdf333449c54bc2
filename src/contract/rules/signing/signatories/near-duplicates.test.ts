import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey, entityKey, nearDuplicates, type DuplicateKind } from './near-duplicates.ts';

const person = (name: string, email = '') => ({ name, email });
const kindOf = (one: ReturnType<typeof person>, other: ReturnType<typeof person>) =>
  nearDuplicates([one, other])[0]?.kind ?? null;

describe('two people in a list', () => {
  const jane = person('Jane Doe', 'jane@alpha.com');

  it.each<[name: string, email: string, kind: DuplicateKind | null]>([
    ['Jane Doe', 'jane@alpha.com', 'same'],
    ['JANE  DOE ', ' Jane@Alpha.com', 'same'],
    ['Doe, Jane', 'jane@alpha.com', 'same'],
    ['Dr. Jane Doe, Esq.', 'jane@alpha.com', 'same'],
    ['Jané Doe', 'jane@alpha.com', 'same'],
    ['Jane Doe', '', 'same'],
    ['Jane Q. Doe', 'jane@alpha.com', 'similar'],
    ['J. Doe', 'jane@alpha.com', 'similar'],
    ['Jane Deo', 'jane@alpha.com', 'similar'],
    ['Janne Doe', 'jane@alpha.com', 'similar'],
    ['Jane', 'jane@alpha.com', 'similar'],
    ['Jane Doe Smith', 'jane@alpha.com', 'similar'],
    ['Jape Doe', 'jane@alpha.com', 'similar'],
    ['Jane Doe', 'jane.doe@beta.com', 'namesake'],
    ['John Doe', 'jane@alpha.com', null],
    ['Jane Doe Jr.', 'jane@alpha.com', null],
    ['Jane Q. Doe', '', null],
    ['', 'jane@alpha.com', null],
  ])('"%s" <%s> compared with Jane Doe <jane@alpha.com>: %s', (name, email, kind) => {
    expect(kindOf(jane, person(name, email))).toBe(kind);
    expect(kindOf(person(name, email), jane)).toBe(kind);
  });

  it('are different people if they are father and son, even with the same address', () => {
    const mail = 'office@doe.com';
    expect(kindOf(person('John Doe Jr.', mail), person('John Doe Sr.', mail))).toBeNull();
    expect(kindOf(person('John Doe, Jr.', mail), person('John Doe Jr', mail))).toBe('same');
  });

  it('are not compared letter by letter if their names are short', () => {
    expect(kindOf(person('Lee', 'office@lee.com'), person('Lea', 'office@lee.com'))).toBeNull();
  });

  it('are distinguished in every script', () => {
    expect(kindOf(person('محمّد علي'), person('محمد علي'))).toBe('same');
    expect(kindOf(person('王小明'), person('王小明'))).toBe('same');
    expect(kindOf(person('王小明'), person('王小红'))).toBeNull();
    // These differ only in a vowel sign.
    expect(kindOf(person('रमा'), person('रमी'))).toBeNull();
    expect(kindOf(person('がま'), person('かま'))).toBeNull();
  });
});

describe('a list of people', () => {
  it('shows for each person which earlier person may be the same', () => {
    expect(
      nearDuplicates([
        person('Jane Doe', 'jane@alpha.com'),
        person('Ali Hassan'),
        person('Jane Doe', 'jane@alpha.com'),
        person('Jane Q. Doe', 'jane@alpha.com'),
        person('Jane Doe', 'jane@alpha.com'),
      ]),
    ).toEqual([
      { index: 2, of: 0, kind: 'same' },
      { index: 3, of: 0, kind: 'similar' },
      { index: 4, of: 0, kind: 'same' },
    ]);
  });

  it('does not match a person without an address to any of several namesakes', () => {
    const people = [person('Jane Doe', 'a@x.com'), person('Jane Doe', 'b@x.com'), person('Jane Doe')];
    expect(nearDuplicates(people).map(({ kind }) => kind)).toEqual(['namesake', 'namesake']);
  });

  it('gives a person without an address the address of their namesake', () => {
    const people = [person('Jane Doe'), person('Jane Doe', 'a@x.com'), person('Jane Doe', 'b@x.com')];
    expect(nearDuplicates(people).map(({ kind }) => kind)).toEqual(['same', 'namesake']);
    expect(nearDuplicates([...people, person('Jane Q. Doe', 'a@x.com')]).at(-1)).toEqual({
      index: 3,
      of: 0,
      kind: 'similar',
    });
  });

  it('names only earlier people who are not duplicates themselves', () => {
    const names = fc.constantFrom('Jane Doe', 'Doe, Jane', 'Jane Q. Doe', 'J Doe', 'Ali', 'Jane Deo', '');
    const emails = fc.constantFrom('', 'a@x.com', 'b@x.com', 'A@x.com');
    fc.assert(
      fc.property(fc.array(fc.record({ name: names, email: emails })), (people) => {
        const found = nearDuplicates(people);
        const same = new Set(found.filter(({ kind }) => kind === 'same').map(({ index }) => index));
        for (const { index, of } of found) {
          expect(of).toBeLessThan(index);
          expect(same.has(of)).toBe(false);
        }
        expect(new Set(found.map(({ index }) => index)).size).toBe(found.length);
      }),
    );
  });

  // Comparing every pair would exceed the time limit of a test.
  it('compares 20,000 people who share one address', () => {
    const nameOf = (n: number) => ((n * 2_654_435_761) % 2 ** 32).toString(36);
    const people = Array.from({ length: 20_000 }, (_, n) => person(nameOf(n), 'office@firm.com'));
    expect(nearDuplicates(people)).toBeDefined();
  });
});

it('recognizes an entity, ignoring case, periods and commas in its name', () => {
  const key = entityKey('Alpha Capital Group, L.P.');
  expect(entityKey('ALPHA CAPITAL GROUP LP')).toBe(key);
  expect(entityKey('Alpha  Capital Group,L.P')).toBe(key);
  expect(entityKey('Alpha Capital Group II, L.P.')).not.toBe(key);
  expect(entityKey('Smith & Sons')).toBe(entityKey('Smith and Sons'));
  expect(entityKey('株式会社アルファ')).not.toBe(entityKey('株式会社ベータ'));
});

it('recognizes an address, ignoring case', () => {
  expect(emailKey(' Jane@Alpha.COM ')).toBe('jane@alpha.com');
});
