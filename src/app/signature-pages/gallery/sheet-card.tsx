import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import { PAPERS, type PageLayout } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { UnstyledButton } from '../../ui/button.tsx';
import { SheetPicture } from '../paint-svg.tsx';
import { signerName, type GallerySheets } from './gallery-pages.ts';
import { PAGES } from './pages-copy.ts';
import styles from './gallery-screen.module.css';

interface SheetCardProps {
  sheets: GallerySheets;
  documentName: string;
  layout: PageLayout | undefined;
  fonts: LoadedFonts | null;
  /** The link to the page. */
  to: string;
  mayEdit: boolean;
  onDownload: (page: string, assignment: string | null) => void;
}

/** The attribute of the element that scrolls the sheets. */
export const SCROLLER = 'data-sheets-scroller';

const NO_CODES = new Map<string, never>();
/** Sheets within this distance of the window are already drawn. */
const DRAWN_AHEAD = '800px';

/**
 * The sheets of a page for one signatory. They are drawn only near the window, because a deal may have a thousand. For the same reason,
 * a card is rendered again only if it changes: layouts arrive a few at a time.
 */
export const SheetCard = memo(function SheetCard(props: SheetCardProps) {
  const { sheets, documentName, layout, fonts, to, onDownload } = props;
  const { page, toLayOut, signers } = sheets;
  const mayEdit = props.mayEdit && !page.isSent;
  const [card, isNear] = useNear();
  const [first] = signers;
  const who = first ? signers.map(signerName).join('; ') : PAGES.noSigner;
  const { width, height } = PAPERS[toLayOut.paper];
  const drawn = layout?.sheets ?? [null];
  return (
    <li ref={card} className={styles.card}>
      {drawn.map((sheet, at) => (
        <div key={at} className={styles.sheet} style={{ aspectRatio: `${width} / ${height}` }}>
          {sheet && fonts && isNear ? (
            <SheetPicture
              sheet={sheet}
              fonts={fonts}
              codes={NO_CODES}
              label={PAGES.picture(documentName, who, at + 1, drawn.length)}
            />
          ) : null}
        </div>
      ))}
      <p className={styles.who} dir="auto">
        {who}
      </p>
      {drawn.length > 1 ? <p className={styles.count}>{PAGES.sheetOf(1, drawn.length)}</p> : null}
      <p className={styles.links}>
        <Link to={to} aria-label={(mayEdit ? PAGES.editNamed : PAGES.viewNamed)(documentName, who)}>
          {mayEdit ? PAGES.edit : PAGES.view}
        </Link>
        <UnstyledButton
          className={styles.link}
          aria-label={PAGES.downloadNamed(documentName, who)}
          onClick={() => onDownload(page.row.uuid, first?.id ?? null)}
        >
          {PAGES.download}
        </UnstyledButton>
      </p>
    </li>
  );
});

function useNear() {
  const element = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    // The margin works only relative to the scrolling element.
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: observed.closest(`[${SCROLLER}]`),
      rootMargin: DRAWN_AHEAD,
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, isNear] as const;
}
