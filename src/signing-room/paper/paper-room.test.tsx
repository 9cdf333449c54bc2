import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageList } from './paper-room.tsx';

function show(acknowledgment: number | null): string {
  const page = {
    uuid: 'page',
    number: 1,
    document: null,
    capacities: ['Jane Doe'],
    needs: ['notary' as const],
    acknowledgment,
    is_back: false,
  };
  return renderToStaticMarkup(<PageList room={{ pages: [page], documents: [] }} />);
}

it('says which page the notary completes, or asks for the notary’s own page if the packet has none', () => {
  expect(show(2)).toContain('Sign in front of a notary, who will complete page 2. Send that page back, too.');
  expect(show(null)).toContain('Sign in front of a notary, and send back their acknowledgment, too.');
});
