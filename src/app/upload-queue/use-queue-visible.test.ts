import { expect, it } from 'vitest';
import { isQueueVisible } from './use-queue-visible.ts';

const ID = '0195fd1e-1111-7000-8000-0123456789ab';
const PAGE = { userLoaded: true, pathname: `/transaction/${ID}/checklist`, embedded: false };

it.for([
  ['the page of a transaction', {}, true],
  ['another page of a transaction', { pathname: `/transaction/${ID}` }, true],
  ['a user who is not loaded yet', { userLoaded: false }, false],
  ['a frame', { embedded: true }, false],
  ['the embedded pages', { pathname: '/transaction/embed/auth' }, false],
  ['the projects', { pathname: `/projects/transaction/${ID}/checklist` }, false],
  ['the list of transactions', { pathname: '/' }, false],
] as const)('the queue is visible on the right pages only: %s', ([, page, visible]) => {
  expect(isQueueVisible({ ...PAGE, ...page })).toBe(visible);
});
