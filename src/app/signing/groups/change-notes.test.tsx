import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChangeLines } from './change-notes.tsx';

const change = {
  added: [
    { name: 'Jane Doe', documents: ['SPA', 'Escrow Agreement'] },
    { name: 'John Roe', documents: ['SPA'] },
  ],
  packets: ['Jane Doe', 'John Roe'],
};

it('says which pages are added and which packets must be created again, and that nobody gets an email', () => {
  const shown = renderToStaticMarkup(<ChangeLines change={change} asksToAdd later={undefined} />);
  expect(shown).toContain('3 signature pages will be added:');
  expect(shown).toContain('<li>Jane Doe: SPA and Escrow Agreement</li><li>John Roe: SPA</li>');
  expect(shown).toContain('Unsent packets for Jane Doe and John Roe will need to be created again.');
  expect(shown).toContain('No emails will be sent.');
});

it('says that pages come later if the group is updated only when its next document is assigned', () => {
  const shown = renderToStaticMarkup(<ChangeLines change={change} asksToAdd later="Buyers" />);
  expect(shown).toContain('3 signature pages will be added when Buyers is next assigned a document:');
  expect(shown).not.toContain('created again');
});

it('says that nothing is added only where something could have been added', () => {
  const nothing = { added: [], packets: [] };
  const show = (asksToAdd: boolean) =>
    renderToStaticMarkup(<ChangeLines change={nothing} asksToAdd={asksToAdd} later={undefined} />);
  expect(show(true)).toContain('No signature pages will be added.');
  expect(show(false)).not.toContain('added');
});
