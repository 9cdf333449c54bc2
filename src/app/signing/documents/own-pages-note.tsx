import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { readOwnPages } from '../../../db/queries/signing/pages/own-signature-pages.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Callout } from '../../ui/status/callout.tsx';
import { viewerPath } from '../../viewer/viewer-place.ts';
import styles from './own-pages-note.module.css';

// The UI copy about files with their own signature pages.
const OWN_PAGES = {
  one: 'This file seems to contain its own signature pages. Mark them first, or a second signature page will be added:',
  many: (count: number) =>
    `${count} files seem to contain their own signature pages. Mark them first. Otherwise, each gets a second signature page:`,
};

/** The most files that are named. */
const MOST_SHOWN = 5;

interface OwnPagesNoteProps {
  transaction: string;
  /** The documents that are about to be assigned. */
  items: readonly string[];
}

/** Names the documents whose files already contain signature pages, and links to the first of those pages. */
export function OwnPagesNote({ transaction, items }: OwnPagesNoteProps) {
  const db = useMirror();
  const wanted = items.join(' ');
  const found = useLiveQuery(() => readOwnPages(db, wanted === '' ? [] : wanted.split(' ')), [db, wanted]);
  if (!found || found.length === 0) return null;
  return (
    <Callout tone="warning" className={styles.note}>
      {found.length === 1 ? OWN_PAGES.one : OWN_PAGES.many(found.length)}{' '}
      {found.slice(0, MOST_SHOWN).map(({ item, name, document, page }, at) => (
        <Fragment key={item}>
          {at > 0 ? ', ' : null}
          <Link to={viewerPath(transaction, document, page)} dir="auto">
            {name}
          </Link>
        </Fragment>
      ))}
      {found.length > MOST_SHOWN ? ' …' : null}
    </Callout>
  );
}
