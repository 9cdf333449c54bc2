import type { DocumentReplacement } from '../../contract/entities/documents/document-replacement.ts';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import hidden from '../ui/visually-hidden.module.css';
import type { Reading } from '../viewer/use-pdf.ts';
import { REPLACING } from './replacing-copy.ts';
import { VersionPage } from './version-page.tsx';
import styles from './replacing.module.css';

type ComparedPage = DocumentReplacement['pages'][number];

interface ChangedPageProps {
  page: ComparedPage;
  versions: { before: number; after: number };
  readings: { before: Reading; after: Reading };
  /** Whether the versions could be compared. If not, the changes are unknown. */
  isCompared: boolean;
  isSeen: boolean;
  onSee: (isSeen: boolean) => void;
}

/** A page that changed, or may have changed, in both versions, with the removed and added text. */
export function ChangedPage({ page, versions, readings, isCompared, isSeen, onSee }: ChangedPageProps) {
  const { before, after, words } = page;
  const areas = isCompared ? page.areas : [];
  const name = REPLACING.changedPage(before, after);
  return (
    <li className={styles.change} data-seen={isSeen}>
      <h4>{name}</h4>
      <div className={styles.sides}>
        <VersionPage version={versions.before} page={before} reading={readings.before} areas={areas} />
        <VersionPage version={versions.after} page={after} reading={readings.after} areas={areas} />
      </div>
      {before === null || after === null || !isCompared ? null : words.length === 0 ? (
        <p className={styles.facts}>{REPLACING.noWords}</p>
      ) : (
        <p className={styles.words}>
          {words.map(({ kind, text }, at) => (
            <Run key={`${at} ${kind}`} kind={kind} text={text} />
          ))}
        </p>
      )}
      <CheckboxField checked={isSeen} onChange={(event) => onSee(event.currentTarget.checked)}>
        {isCompared ? REPLACING.seen(name) : REPLACING.accepted(name)}
      </CheckboxField>
    </li>
  );
}

function Run({ kind, text }: ComparedPage['words'][number]) {
  if (kind === 'same') return <span>{text} </span>;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <>
      <Mark>
        <span className={hidden.hidden}>{kind === 'removed' ? REPLACING.removed : REPLACING.added} </span>
        {text}
      </Mark>{' '}
    </>
  );
}
