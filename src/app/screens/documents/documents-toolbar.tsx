import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import type { ReactNode, Ref } from 'react';
import type { SigningType } from '../../../contract/rules/upload-checks.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SigningTypeChoice } from '../../upload-queue/signing-type-choice.tsx';
import { STANDINGS, type PlacedDocument, type Standing } from './arrange-documents.ts';
import type { Layout } from './use-layout-choice.ts';
import styles from './documents-toolbar.module.css';

interface DocumentsToolbarProps {
  words: string;
  standing: Standing;
  layout: Layout;
  chosen: readonly PlacedDocument[];
  field: Ref<HTMLInputElement>;
  upload: ReactNode;
  onWords: (words: string) => void;
  onStanding: (standing: Standing) => void;
  onLayout: (layout: Layout) => void;
  onSign: (signingType: SigningType) => void;
  onDelete: () => void;
  onChooseNone: () => void;
}

/** Finds documents, lays them out, and does with several at once what is done with one. */
export function DocumentsToolbar(props: DocumentsToolbarProps) {
  const { chosen, layout, field } = props;
  const [first] = chosen;
  const common = chosen.every((each) => each.signingType === first?.signingType)
    ? first?.signingType
    : undefined;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Documents">
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label="Search documents"
        aria-keyshortcuts="/"
        placeholder="Search documents"
        autoComplete="off"
        value={props.words}
        onChange={(event) => props.onWords(event.currentTarget.value)}
      />
      <select
        className={styles.field}
        aria-label="Show"
        value={props.standing}
        onChange={(event) => {
          const chosenStanding = standings.find((each) => each === event.currentTarget.value);
          if (chosenStanding) props.onStanding(chosenStanding);
        }}
      >
        {standings.map((standing) => (
          <option key={standing} value={standing}>
            {STANDINGS[standing]}
          </option>
        ))}
      </select>
      {first ? (
        <span className={styles.chosen}>
          <span className={styles.count}>{chosen.length} selected</span>
          <SigningTypeChoice
            label="Signing type of the selected documents"
            value={common}
            onChange={props.onSign}
          />
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden="true" />}
            onClick={props.onDelete}
            aria-label="Delete selected"
          >
            <span className={styles.long}>Delete</span>
          </Button>
          <IconButton label="Clear selection" onClick={props.onChooseNone}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      ) : null}
      <span className={styles.end}>
        <IconButton label="As a list" aria-pressed={layout === 'list'} onClick={() => props.onLayout('list')}>
          <List aria-hidden="true" />
        </IconButton>
        <IconButton label="As a grid" aria-pressed={layout === 'grid'} onClick={() => props.onLayout('grid')}>
          <LayoutGrid aria-hidden="true" />
        </IconButton>
        {props.upload}
      </span>
    </div>
  );
}

const standings = ['all', 'ready', 'converting', 'failed', 'queued'] as const satisfies readonly Standing[];
