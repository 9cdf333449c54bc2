import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ElsewhereRoom as Room } from '../../contract/entities/signing/signing-room.ts';
import { RoomStore } from '../store/room-store.ts';
import type { RoomHandle } from '../use-room.ts';

const TOKEN = 'a'.repeat(43);

const ROOM: Room = {
  state: 'elsewhere',
  service: 'docusign',
  packet: '0192d3c4-0000-7000-8000-000000000000',
  sender: { organization: 'Whitfield & Crane LLP' },
  deal: 'Project Alder',
  signer: 'Jane Doe',
  message: 'Please sign by Friday.',
  instructions: 'Call us with questions.',
  documents: [],
};

/** What the room shows in a tab that DocuSign sent back with this outcome; null = a tab that hasn't been there. */
async function show(outcome: string | null): Promise<string> {
  const history = { replaceState: () => undefined };
  vi.stubGlobal('sessionStorage', { getItem: () => (outcome === null ? null : TOKEN) });
  vi.stubGlobal('window', { location: { search: `?event=${outcome}` }, history });
  const { comeBack } = await import('./elsewhere-link.ts');
  comeBack();
  const { ElsewhereRoom } = await import('./elsewhere-room.tsx');
  const store = new RoomStore(TOKEN);
  const { load, editDraft, fillTab, act, see, sign, finish } = store;
  const handle: RoomHandle = { ...store.state, load, editDraft, fillTab, act, see, sign, finish };
  const shown = renderToStaticMarkup(<ElsewhereRoom token={TOKEN} room={ROOM} handle={handle} />);
  return shown.replaceAll(/<[^>]+>/g, '\n');
}

// Each tab has its own outcome.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe('a packet that is signed in DocuSign', () => {
  it('starts with the sender’s message and a button that leads to DocuSign', async () => {
    const text = await show(null);
    for (const words of ['Documents for you to sign', 'Please sign by Friday.', 'Call us with questions.'])
      expect(text).toContain(words);
    expect(text).toContain('Sign in DocuSign');
    expect(text).toContain('You don’t need a DocuSign account.');
    expect(text).toContain('This isn’t for me');
  });

  it.each([
    ['signing_complete', 'Thank you for signing', 'DocuSign is sending your signed pages to Whitfield'],
    ['decline', 'You declined to sign', 'DocuSign is notifying Whitfield'],
  ])('after %s, says what happens next and offers nothing more to sign', async (outcome, title, next) => {
    const text = await show(outcome);
    expect(text).toContain(title);
    expect(text).toContain(next);
    expect(text).not.toContain('Sign in DocuSign');
  });

  it('can be continued by a signatory who left DocuSign without signing', async () => {
    expect(await show('cancel')).toContain('Sign in DocuSign');
  });
});
