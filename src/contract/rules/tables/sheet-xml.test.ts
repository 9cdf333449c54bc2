import { expect, it } from 'vitest';
import { sheetEnd } from './sheet-xml.ts';

it('prints the title and the date above each page, without interpreting codes in names', () => {
  const end = sheetEnd({ title: 'Alder & Co: signing status', date: '2026-11-26' });
  expect(end).toContain('<oddHeader>&amp;LAlder &amp;&amp; Co: signing status&amp;R2026-11-26</oddHeader>');
});

it('prints no header if none is given', () => {
  expect(sheetEnd()).not.toContain('headerFooter');
});
