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
  // What comes while nothing is typed goes behind what stands there: the person may be about to pick it.
  const [typedUpon, setTypedUpon] = useState(documents);
  const theirs = useLiveQuery(() => (person ? dealsWith(db, person.id) : null), [db, person]);
  const known = useMemo(() => inOrder(indexed(deals ?? [])), [deals]);
  const all = useMemo(() => inOrder([...known, ...(documents ?? [])]), [known, documents]);
  const doable = useMemo(() => indexed(actions.map((action) => ({ ...action, hint: '' }))), [actions]);

  const found = foundBy(text, { known, documents, all, typedUpon, person, theirs });
  const does = person ? [] : text.trim() === '' ? actions : ranked(doable, text, SHOWN);
  const picks = [
    ...does.map((each) => remade(each, pickOfAction)),
    ...found.map((each) => remade(each, pickOfEntry)),
  ];
  const note = documents ? (found.length === SHOWN ? 'There are more: type on.' : null) : 'Looking…';

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
          onText={(typed) => {
            setText(typed);
            setTypedUpon(documents);
          }}
          picks={picks}
          note={note}
          none={documents ? 'Nothing on this device is called that.' : ''}
          onPick={pick}
        />
      </div>
    </ModalFrame>
  );
}

interface Sources {
  /** Deals and people. */
  known: readonly Indexed<PaletteEntry>[];
  /** Null while they are being read. */
  documents: Documents | null;
  /** Both, in order. */
  all: readonly Indexed<PaletteEntry>[];
  /** The documents as they were at the last key. */
  typedUpon: Documents | null;
  /** Whose deals are asked for, and which those are. */
  person: PaletteEntry | null;
  theirs: ReadonlySet<string> | null | undefined;
}

function foundBy(text: string, sources: Sources): PaletteEntry[] {
  const { known, documents, all, typedUpon, person, theirs } = sources;
  const deals = known.map(({ entry }) => entry).filter(({ kind }) => kind === 'deal');
  const isBlank = text.trim() === '';
  if (person) {
    const own = deals.filter(({ id }) => theirs?.has(id));
    return isBlank ? own.slice(0, SHOWN) : ranked(indexed(own), text, SHOWN);
  }
  if (isBlank) return deals.slice(0, RECENT);
  if (typedUpon === documents) return ranked(all, text, SHOWN);
  return [...ranked(known, text, SHOWN), ...ranked(documents ?? [], text, SHOWN)].slice(0, SHOWN);
}

type Documents = readonly Indexed<PaletteEntry>[];

/** How long until documents that could not be read are read anew, ms. */
const READ_AGAIN_MS = 1000;

/**
 * The documents of the mirror, made ready in parts; null = they are still being read. Read once: to follow what is committed
 * would be to read thousands of rows again at each edit of theirs.
 */
function useDocuments(db: MirrorDatabase): Documents | null {
  const [documents, setDocuments] = useState<Documents | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const ready: Indexed<PaletteEntry>[] = [];
    const take = (part: readonly PaletteEntry[]): boolean => {
      ready.push(...indexed(part));
      return !left;
    };
    paletteDocuments(db, take).then(
      () => left || setDocuments(inOrder(ready)),
      (error: unknown) => {
        reportError(error);
        if (!left) again = setTimeout(() => setTries(tries + 1), READ_AGAIN_MS);
      },
    );
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, [db, tries]);
  return documents;
}

function inOrder(index: readonly Indexed<PaletteEntry>[]): readonly Indexed<PaletteEntry>[] {
  return index.toSorted(
    ({ entry: one }, { entry: other }) =>
      KINDS[one.kind] - KINDS[other.kind] || other.openedAt - one.openedAt,
  );
}

function everywhere(navigate: (to: string) => unknown): PaletteAction[] {
  return [
    { id: 'all-transactions', name: 'All transactions', run: () => void navigate('/') },
    {
      id: 'import',
      name: 'New transaction from a checklist in a spreadsheet',
      run: () => void navigate('/importer-poc'),
    },
    { id: 'account', name: 'Your account', run: () => void navigate('/account') },
    { id: 'diagnostics', name: 'Diagnostics', run: () => void navigate('/account/diagnostics') },
  ];
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
