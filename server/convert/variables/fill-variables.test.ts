import { expect, test } from 'vitest';
import { fillVariables } from './fill-variables.ts';

const values: Readonly<Record<string, string>> = {
  Amount: '$5,000,000',
  'R&D budget': 'none',
  Investor: 'Smith & Sons <LLC>',
  Address: '1 Main Street\nDover, DE',
};
const fill = (xml: string) => fillVariables(xml, (key) => values[key] ?? '____');

/** The text of a part as a reader sees it, with a line for each paragraph. */
function read(xml: string): string {
  return xml
    .replaceAll('<w:br/>', '/')
    .replaceAll('</w:p>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim();
}

const paragraph = (...texts: readonly string[]) =>
  `<w:p>${texts.map((text) => `<w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r>`).join('')}</w:p>`;

test.for([
  [['Pays {{Amount}} today'], 'Pays $5,000,000 today'],
  [['Pays {', '{Am', 'ount}', '} today'], 'Pays $5,000,000 today'],
  [['{{Amount}}{{ Amount }} and {{Amount}}'], '$5,000,000$5,000,000 and $5,000,000'],
  [['{{Am', 'ount}}{{Amo', 'unt}}.'], '$5,000,000$5,000,000.'],
  [['{{R&amp;D budget}}'], 'none'],
  [['{{Investor}}'], 'Smith &amp; Sons &lt;LLC&gt;'],
  [['{{Address}}'], '1 Main Street/Dover, DE'],
  [['{{Price}}'], '____'],
  [['{{ }}', '{Amount}', '{{a{b}}'], '{{ }}{Amount}{{a{b}}'],
] as const)('the runs %j become “%s”', ([texts, expected]) => {
  expect(read(fill(paragraph(...texts)))).toBe(expected);
});

test('a value has the style of the run in which its key begins, and the other runs keep their own', () => {
  const xml = '<w:p><w:r><w:t>{{Am</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>ount}} now</w:t></w:r></w:p>';
  expect(fill(xml)).toBe(
    '<w:p><w:r><w:t xml:space="preserve">$5,000,000</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve"> now</w:t></w:r></w:p>',
  );
});

test('a key isn’t joined across paragraphs, and everything that isn’t text stays as it is', () => {
  const split = paragraph('{{Am') + paragraph('ount}}');
  expect(fill(split)).toBe(split);
  const others =
    '<w:p w14:paraId="{{Amount}}"><w:r><w:delText>{{Amount}}</w:delText><w:tab/><w:t/></w:r></w:p>';
  expect(fill(others)).toBe(others);
});

test('hostile text takes time in proportion to its length', () => {
  const hostile = [
    '<w:t>'.repeat(400_000),
    '<'.repeat(2_000_000),
    `<w:p><w:t>${'{'.repeat(2_000_000)}</w:t></w:p>`,
    `<w:p><w:t>${'{{a'.repeat(700_000)}</w:t></w:p>`,
    `<w:p>${'<w:t>{</w:t>'.repeat(200_000)}</w:p>`,
    `<w:p><w:t>{{${'a'.repeat(2_000_000)}</w:t></w:p>`,
  ];
  for (const xml of hostile) expect(fill(xml)).toBe(xml);
}, 5000);
