import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Briefcase from 'lucide-react/icons/briefcase';
import FileText from 'lucide-react/icons/file-text';
import User from 'lucide-react/icons/user';
import Zap from 'lucide-react/icons/zap';
import type { MirrorDatabase } from '../../db/database.ts';
import { dealsWith, paletteDeals, paletteDocuments, type PaletteEntry } from '../../db/queries/palette.ts';
import { ModalFrame } from '../ui/modal-frame.tsx';
import { PickList, type Pick } from '../ui/pick-list.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { offeredActions, type PaletteAction } from './palette-store.ts';
import { indexed, ranked, type Indexed } from '../lib/rank.ts';
import styles from './palette.module.css';

/** How many are shown: more than that nobody looks through. */
const SHOWN = 15;
/** How many deals are offered before anything is typed, those opened last first. */
const RECENT = 8;

const KINDS: Record<PaletteEntry['kind'], number> = { deal: 0, document: 1, person: 2 };

/**
 * Goes anywhere and does anything by its name: deals, documents, people, and what the screen behind it offers. `onClose` takes what
 * is to be done once it is closed.
 */
export function Palette({ onClose }: { onClose: (run: (() => void) | null) => void }) {
  const db = useMirror();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [person, setPerson] = useState<PaletteEntry | null>(null);
  const [actions] = useState(() => [...offeredActions(), ...everywhere(navigate)]);
  const deals = useLiveQuery(() => paletteDeals(db), [db]);
  const documents = useDocuments(db);
  const theirs = useLiveQuery(() => (person ? dealsWith(db, person.id) : null), [db, person]);
  const index = useMemo(() => {
    const all = [...indexed(deals ?? []), ...(documents ?? [])];
    return all.toSorted(
      ({ entry: one }, { entry: other }) =>
        KINDS[one.kind] - KINDS[other.kind] || other.openedAt - one.openedAt,
    );
  }, [deals, documents]);
  const doable = useMemo(() => indexed(actions.map((action) => ({ ...action, hint: '' }))), [actions]);

  const found = person
    ? dealsOf(
        index.map(({ entry }) => entry),
        theirs,
        text,
      )
    : text.trim() === ''
      ? index
          .map(({ entry }) => entry)
          .filter(({ kind }) => kind === 'deal')
          .slice(0, RECENT)
      : ranked(index, text, SHOWN);
  const does = person ? [] : text.trim() === '' ? actions : ranked(doable, text, SHOWN);
  const picks = [
    ...does.map((each) => remade(each, pickOfAction)),
    ...found.map((each) => remade(each, pickOfEntry)),
  ];

  const pick = (id: string) => {
    const entry = found.find((each) => idOf(each) === id);
    if (entry?.kind === 'person') {
      setPerson(entry);
      setText('');
      return;
    }
    if (entry) onClose(() => void navigate(wayTo(entry)));
    else onClose(does.find((action) => idOfAction(action) === id)?.run ?? null);
  };

  return (
    <ModalFrame label="Go to anything" wide onClose={() => onClose(null)}>
      <div className={styles.palette}>
        {person ? <p className={styles.within}>Transactions with {person.name}</p> : null}
        <PickList
          label={person ? `Transactions with ${person.name}` : 'Go to anything'}
          placeholder={person ? 'Part of a name' : 'A transaction, document, person or action'}
          text={text}
          onText={setText}
          picks={picks}
          busy={documents === null}
          none={documents ? 'Nothing on this device is called that.' : 'Looking…'}
          onPick={pick}
        />
      </div>
    </ModalFrame>
  );
}

/**
 * The documents of the mirror, made ready in parts; null = they are still being read. Read once: to follow what is committed
 * would be to read thousands of rows again at each edit of theirs.
 */
function useDocuments(db: MirrorDatabase): readonly Indexed<PaletteEntry>[] | null {
  const [documents, setDocuments] = useState<readonly Indexed<PaletteEntry>[] | null>(null);
  useEffect(() => {
    let left = false;
    const ready: Indexed<PaletteEntry>[] = [];
    paletteDocuments(db, (part) => ready.push(...indexed(part))).then(
      () => left || setDocuments(ready),
      reportError,
    );
    return () => {
      left = true;
    };
  }, [db]);
  return documents;
}

function everywhere(navigate: (to: string) => unknown): PaletteAction[] {
  return [
    { id: 'all-transactions', name: 'All transactions', run: () => void navigate('/') },
    { id: 'diagnostics', name: 'Diagnostics', run: () => void navigate('/account/diagnostics') },
  ];
}

function dealsOf(
  entries: readonly PaletteEntry[],
  theirs: ReadonlySet<string> | null | undefined,
  text: string,
): PaletteEntry[] {
  const deals = entries.filter(({ id, kind }) => kind === 'deal' && theirs?.has(id));
  return text.trim() === '' ? deals.slice(0, SHOWN) : ranked(indexed(deals), text, SHOWN);
}

/** A deal's checklist; a document in the viewer, or its place on the checklist where it has no file. */
function wayTo({ id, deal, document, kind }: PaletteEntry): string {
  if (kind === 'document' && document !== null) return `/transaction/${deal}/documents/${document}`;
  return `/transaction/${deal}/checklist${kind === 'document' ? `?itemId=${id}` : ''}`;
}

function idOf({ kind, id }: PaletteEntry): string {
  return `${kind}/${id}`;
}

function idOfAction({ id }: { id: string }): string {
  return `action/${id}`;
}

/** What has been made of each: the list renders anew only what is another object than before. */
const made = new WeakMap<object, Pick>();

function remade<Source extends object>(source: Source, make: (source: Source) => Pick): Pick {
  const known = made.get(source);
  if (known) return known;
  const pick = make(source);
  made.set(source, pick);
  return pick;
}

function pickOfAction(action: PaletteAction): Pick {
  return {
    id: idOfAction(action),
    text: action.name,
    icon: <Zap aria-hidden="true" />,
    ...(action.shortcut !== undefined && { hint: action.shortcut }),
  };
}

const ICONS = { deal: Briefcase, document: FileText, person: User };

function pickOfEntry(entry: PaletteEntry): Pick {
  const Icon = ICONS[entry.kind];
  return { id: idOf(entry), text: entry.name, hint: entry.hint, icon: <Icon aria-hidden="true" /> };
}
