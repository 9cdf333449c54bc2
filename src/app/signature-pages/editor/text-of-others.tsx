import { useMemo } from 'react';
import { copyTextToPages } from '../../../db/commands/signing/pages/copy-page-text.ts';
import { editSignaturePages } from '../../../db/commands/signing/pages/signature-pages.ts';
import type { ShownPage } from '../../../db/queries/signing/pages/signature-pages.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS, OTHERS } from '../gallery/pages-copy.ts';
import styles from './page-editor.module.css';

interface TextOfOthersProps {
  page: ShownPage;
  /** All generated pages of the deal. */
  pages: readonly ShownPage[];
}

/** Copies the text of this page to other pages. Shown if any other page has different text. */
export function TextOfOthers({ page, pages }: TextOfOthersProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const ofDocument = useMemo(
    () =>
      copyTextToPages(
        page,
        pages.filter(({ row }) => row.item === page.row.item),
      ),
    [page, pages],
  );
  const ofAll = useMemo(() => copyTextToPages(page, pages), [page, pages]);
  if (ofAll.edits.length === 0) return null;
  const apply = ({ edits, sent }: typeof ofAll) =>
    act(
      ACTS.text,
      editSignaturePages(db, { transaction: page.row.transaction, pages: edits }),
      OTHERS.done(edits.length, sent),
    );
  return (
    <section className={styles.selected} aria-label={OTHERS.title}>
      <h3 className={styles.title}>{OTHERS.title}</h3>
      <p className={styles.hint}>{OTHERS.hint}</p>
      {ofDocument.edits.length > 0 ? (
        <Button onClick={() => apply(ofDocument)}>{OTHERS.toDocument(ofDocument.edits.length)}</Button>
      ) : null}
      {ofAll.edits.length > ofDocument.edits.length ? (
        <Button onClick={() => apply(ofAll)}>{OTHERS.toAll(ofAll.edits.length)}</Button>
      ) : null}
      {ofAll.sent > 0 ? <p className={styles.hint}>{OTHERS.sent(ofAll.sent)}</p> : null}
    </section>
  );
}
