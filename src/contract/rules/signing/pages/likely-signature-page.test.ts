import { expect, test } from 'vitest';
import { isLikelySignaturePage } from './likely-signature-page.ts';

const likely: [string, string][] = [
  [
    'an entity’s page with its footer',
    'IN WITNESS WHEREOF, the parties have executed this Agreement.\nALDER CAPITAL, L.P.\nBy: ______________\nName: Jane Doe\nTitle: President\n[Signature Page to Share Purchase Agreement]',
  ],
  [
    'a page whose lines are drawn instead of typed',
    'ALDER HOLDINGS, INC.\nBy:\nName: Jane Doe\nTitle: President',
  ],
  ['a person’s page', 'IN WITNESS WHEREOF, I have signed this consent.\n______________________\nJane Doe'],
  ['a deed', 'SIGNED and DELIVERED as a deed by Jane Doe\n____________________\nin the presence of:\nName:'],
  ['a page with only the footer', '[Counterpart Signature Page to Joinder Agreement]'],
];
test.each(likely)('suggests %s', (_what, text) => {
  expect(isLikelySignaturePage(text)).toBe(true);
});

const clause =
  'The Borrower shall deliver to the Agent, promptly and in any event within five Business Days, ';
const unlikely: [string, string][] = [
  ['a page of clauses', clause.repeat(30)],
  [
    'the last page of the body',
    `${clause.repeat(4)}\nIN WITNESS WHEREOF, the parties have executed this Agreement by:\n[Signature pages follow]`,
  ],
  [
    'a table of contents',
    'Section 1.1 Definitions . . . . . . . . . 4\nSignature Page to Agreement ............ 61\nBy: Schedule 2',
  ],
  [
    'a page of addresses for notices',
    'If to the Seller:\nName: Alder Corp.\nTitle: General Counsel\nAttention: Jane Doe\nBy: courier',
  ],
  [
    'a page of clauses that quotes the wording of a signature page',
    `${clause.repeat(25)}\nIN WITNESS WHEREOF\nBy: the Agent\nName: the Borrower`,
  ],
  ['an empty page', ''],
];
test.each(unlikely)('does not suggest %s', (_what, text) => {
  expect(isLikelySignaturePage(text)).toBe(false);
});
