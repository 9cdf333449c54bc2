import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RoomServer } from '../../../tests/support/signing/room-server.ts';
import { PagePicture } from './page-picture.tsx';

it('a signed page shows the picture that the signatory chose as their signature', () => {
  const room = new RoomServer().room(true);
  const [page] = room.state === 'open' ? room.pages : [];
  if (!page) throw new Error('The room has no page.');
  const field = { purpose: 'signature', assignments: [], x: 100, y: 200, width: 200, height: 40 } as const;
  const adopted = {
    sha256: 'hash',
    name: 'Jane Doe',
    style: 'picture',
    outline: '',
    picture: 'iVBORw0KGgo=',
    width: 800,
    height: 200,
    initials: null,
  } as const;
  const shown = renderToStaticMarkup(
    <PagePicture
      page={{ ...page, fields: [{ ...field, assignments: [] }] }}
      adopted={adopted}
      entries={{ values: {}, day: '' }}
      isSigned
      label="Page 1"
    />,
  );
  expect(shown).toMatch(/<image [^>]*width="800" height="200" href="data:image\/png;base64,iVBORw0KGgo="/);
});
