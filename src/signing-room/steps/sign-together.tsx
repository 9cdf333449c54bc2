import { useEffect, useRef } from 'react';
import type { AdoptedSignature, OpenRoom } from '../../contract/entities/signing/signing-room.ts';
import { ActButton } from '../act-button.tsx';
import type { PageInTurn, PagesTogether } from './pages-together.ts';
import { SignaturePreview } from './signature-step.tsx';
import styles from '../signing-room.module.css';

/** Offers to sign several pages at once after each has been shown. Until then, says that this is possible. */
export function TogetherOffer({
  together: { capacity, pages, numUnseen },
  onOpen,
}: {
  together: PagesTogether;
  onOpen: () => void;
}) {
  const all = `all ${pages.length} pages for ${capacity}`;
  if (numUnseen === 0)
    return (
      <button className={styles.quiet} type="button" onClick={onOpen}>
        Sign {all}
      </button>
    );
  return (
    <p className={styles.hint}>
      You can sign {all} at once after you’ve looked at each of them.{' '}
      {numUnseen === 1 ? '1 is left.' : `${numUnseen} are left.`}
    </p>
  );
}

/** Lists the pages to sign with one confirmation. Each can be opened again. */
export function SignTogether({
  together: { capacity, pages },
  room,
  adopted,
  onRead,
  onSign,
  onBack,
}: {
  together: PagesTogether;
  room: OpenRoom;
  adopted: AdoptedSignature;
  onRead: (page: PageInTurn) => void;
  onSign: () => void;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Sign {pages.length} pages
      </h1>
      <p>For {capacity}:</p>
      <ul className={styles.documents}>
        {pages.map((each) => (
          <li key={each.page.uuid}>
            <span>
              {nameOf(each, room)}
              {each.problem && <span className={styles.missing}>{each.problem.sentence}</span>}
            </span>
            <button
              className={styles.quiet}
              type="button"
              aria-label={`Read ${nameOf(each, room)}`}
              onClick={() => onRead(each)}
            >
              Read
            </button>
          </li>
        ))}
      </ul>
      <SignaturePreview adopted={adopted} />
      <p>This signature goes on each of these pages.</p>
      <ActButton onClick={onSign}>Sign {pages.length} pages</ActButton>
      <button className={styles.quiet} type="button" onClick={onBack}>
        Back to the pages
      </button>
    </>
  );
}

function nameOf({ page }: PageInTurn, { pages, documents }: OpenRoom): string {
  const document = documents.find(({ uuid }) => uuid === page.document);
  const number = `Page ${pages.indexOf(page) + 1}`;
  return document ? `${number}: ${document.name}` : number;
}
