import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SigningRoom } from '../contract/entities/signing/signing-room.ts';
import { EndedRoom } from './rooms/ended-room.tsx';
import { RoomStore } from './store/room-store.ts';
import { RoomContent } from './signing-room.tsx';
import type { RoomHandle } from './use-room.ts';

function show(room: SigningRoom): string {
  const store = new RoomStore('a'.repeat(43));
  const { load, editDraft, fillTab, act, see, sign, finish } = store;
  const handle: RoomHandle = { ...store.state, load, editDraft, fillTab, act, see, sign, finish };
  return renderToStaticMarkup(<RoomContent token="" room={room} handle={handle} />);
}

it('says what happened to a packet whose state it knows', () => {
  const sender = { organization: 'Whitfield & Crane LLP' };
  const shown = renderToStaticMarkup(<EndedRoom token="" room={{ state: 'void', sender }} unreceived={0} />);
  expect(shown).toContain('Your signatures don’t count');
});

it('asks for a reload if the server was updated and sends a state that the page doesn’t know', () => {
  const later: SigningRoom = JSON.parse('{"state": "archived"}');
  const shown = show(later);
  expect(shown).toContain('This page is out of date');
  expect(shown).toContain('Reload the page');
});
