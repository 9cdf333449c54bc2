import { describe, expect, it } from 'vitest';
import { bestMatches, indexed, matchesAnywhere, ranked } from './rank.ts';

const index = indexed([
  { name: 'Officer’s Certificate', hint: 'Project Alder' },
  { name: 'Certificate of Good Standing', hint: 'Project Birch' },
  { name: 'Résumé', hint: 'Project Alder' },
  { name: 'Uncertificated Shares', hint: 'Project Alder' },
]);
const names = (text: string, limit = 10) => ranked(index, text, limit).map(({ name }) => name);

describe('ranking by name', () => {
  it('ranks names that start with the text first, then names with such a word, then other matches', () => {
    expect(names('certificate')).toEqual([
      'Certificate of Good Standing',
      'Officer’s Certificate',
      'Uncertificated Shares',
    ]);
  });

  it('puts an exact name first', () => {
    const two = indexed([
      { name: 'Lease amendment', hint: '' },
      { name: 'Lease', hint: '' },
    ]);
    expect(ranked(two, 'lease', 1).map(({ name }) => name)).toEqual(['Lease']);
  });

  it('finds better matches even after more matches than the limit', () => {
    const others = Array.from({ length: 30 }, (_, number) => `The lease ${number}`);
    const all = [...others, 'Sublease', 'Lease of Berths', 'Lease'].map((name) => ({ name, hint: '' }));
    const found = bestMatches(indexed(all), 'lease', 3, matchesAnywhere);
    expect(found.entries.map(({ name }) => name)).toEqual(['Lease', 'Lease of Berths', 'The lease 0']);
    expect(found).toMatchObject({ more: true });
  });

  it('matches every word in the name or the hint', () => {
    expect(names('alder cert')).toEqual(['Officer’s Certificate', 'Uncertificated Shares']);
    expect(names('alder birch')).toEqual([]);
  });

  it('ignores case and accents, and respects the limit', () => {
    expect(names(' RESUME ')).toEqual(['Résumé']);
    expect(names('e', 2)).toHaveLength(2);
    expect(names('  ')).toEqual([]);
  });
});
