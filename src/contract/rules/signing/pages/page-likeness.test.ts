import { expect, test } from 'vitest';
import { similarPages } from './page-likeness.ts';

const page = (document: string, name: string, title = 'Director') => ({
  text: `IN WITNESS WHEREOF, the parties have executed this ${document}. ACME CORP. By: Name: ${name} Title: ${title} CP-ABCD${name.slice(0, 2).toUpperCase()}GH IJKLMNOP`,
  assignments: [`${name}, ${document}`],
});

const sent = [
  page('Share Purchase Agreement', 'Jane Doe'),
  page('Share Purchase Agreement', 'Omar Said'),
  page('Escrow Agreement', 'Jane Doe'),
  page('Escrow Agreement', 'Omar Said'),
];

test('only the page of the same document and person is suggested', () => {
  expect(similarPages(sent)(sent[2]!.text)).toEqual(['Jane Doe, Escrow Agreement']);
});

test('pages that differ only in words that a scan lacks are all suggested, and those of other documents aren’t', () => {
  expect(similarPages(sent)(sent[2]!.text.replace('Jane Doe', ''))).toEqual([
    'Jane Doe, Escrow Agreement',
    'Omar Said, Escrow Agreement',
  ]);
});

test('words that a scanner misread are tolerated, as are words that were written on the page', () => {
  const misread = sent[1]!.text.replace('WITNESS', 'W1TNE55').replace('ACME', 'ACNE');
  expect(similarPages(sent)(`${misread} Omar Said 12 May 2026`)).toEqual([
    'Omar Said, Share Purchase Agreement',
  ]);
});

test('nothing is suggested for a page with other words or none', () => {
  expect(similarPages(sent)('Certificate of the notary public of the State of New York')).toEqual([]);
  expect(similarPages(sent)('  ')).toEqual([]);
  expect(similarPages([])(sent[0]!.text)).toEqual([]);
  expect(similarPages([{ text: '', assignments: ['blank'] }])(sent[0]!.text)).toEqual([]);
});

test('a page that several people sign suggests all of their signatures, with at most ten suggestions in total', () => {
  const shared = { text: 'Shareholders of Acme', assignments: Array.from({ length: 12 }, (_, n) => `${n}`) };
  expect(similarPages([shared])(shared.text)).toHaveLength(10);
});
