import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Briefcase from 'lucide-react/icons/briefcase';
import FileText from 'lucide-react/icons/file-text';
import Heading from 'lucide-react/icons/heading';
import SquareCheck from 'lucide-react/icons/square-check';
import User from 'lucide-react/icons/user';
import Zap from 'lucide-react/icons/zap';
import { dealsWith, paletteDeals, type PaletteEntry } from '../../db/queries/transactions/palette.ts';
import { ModalFrame } from '../ui/overlay/modal-frame.tsx';
import { PickList, type Pick } from '../ui/form/pick-list.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { dealsOf, paletteGroups, type PaletteResult } from './palette-groups.ts';
import { offeredActions, type PaletteAction } from './palette-store.ts';
import { latestFirst, usePaletteRows } from './use-palette-rows.ts';
import { indexed, type Indexed } from '../lib/search/rank.ts';
import styles from './palette.module.css';

/**
 * Finds documents, headers, tasks, transactions, people and actions by name. `onClose` takes what to do once the palette is
 * closed.
 */
export function Palette({ onClose }: { onClose: (run: (() => void) | null) => void }) {
  const db = useMirror();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [person, setPerson] = useState<PaletteEntry | null>(null);
  const [actions] = useState(() => indexedActions([...offeredActions(), ...everywhere(navigate)]));
  const entries = useLiveQuery(() => paletteDeals(db), [db]);
  const rows = usePaletteRows(db);
  /** What had been read at the last key. */
  const [typedUpon, setTypedUpon] = useState(rows);
  const theirs = useLiveQuery(() => (person ? dealsWith(db, person.id) : null), [db, person]);
  const { deals, people } = useMemo(() => byKind(entries ?? []), [entries]);
  const { groups, more } = person
    ? dealsOf(
        person,
        deals.filter(({ entry }) => theirs?.has(entry.id)),
        text,
      )
    : paletteGroups({ deals, people, actions, rows }, text, typedUpon !== rows);

  const pick = (id: string) => {
    const result = groups.flatMap(({ results }) => [...results]).find((each) => idOf(each) === id);
    if (!result) onClose(null);
    else if (!('kind' in result)) onClose(result.run);
    else if (result.kind === 'person') {
      setPerson(result);
      setText('');
    } else onClose(() => void navigate(wayTo(result)));
  };

  return (
    <ModalFrame label="Go to anything" wide onClose={() => onClose(null)}>
      <div className={styles.palette}>
        <PickList
          label={person ? `Transactions with ${person.name}` : 'Go to anything'}
          placeholder={person ? 'Part of a name' : 'A transaction, document, person or action'}
          text={text}
          onText={(typed) => {
            setText(typed);
            setTypedUpon(rows);
          }}
          picks={groups.map(({ kind, heading, results }) => ({
            id: kind,
            heading,
            picks: results.map((each) => cachedPick(each)),
          }))}
          note={rows ? (more ? 'More results. Keep typing to narrow them down.' : null) : 'Searching…'}
          none={rows ? 'No results on this device' : ''}
          onPick={pick}
        />
      </div>
    </ModalFrame>
  );
}

function byKind(entries: readonly PaletteEntry[]) {
  const all = latestFirst(indexed(entries));
  return {
    deals: all.filter(({ entry }) => entry.kind === 'deal'),
    people: all.filter(({ entry }) => entry.kind === 'person'),
  };
}

function indexedActions(
  actions: readonly PaletteAction[],
): readonly Indexed<PaletteAction & { hint: string }>[] {
  const named = actions.map((action) => ({ action, name: action.foundBy ?? action.name, hint: '' }));
  return indexed(named).map(({ entry: { action }, ...folded }) => ({
    ...folded,
    entry: { ...action, hint: '' },
  }));
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

/** A document opens in the viewer, or on the checklist if it has no file; a header or a task on the checklist. */
function wayTo({ id, deal, document, kind }: PaletteEntry): string {
  if (kind === 'document' && document !== null) return `/transaction/${deal}/documents/${document}`;
  const place = {
    document: `?itemId=${id}`,
    task: `?task=${id}`,
    header: `?row=${id}`,
    deal: '',
    person: '',
  };
  return `/transaction/${deal}/checklist${place[kind]}`;
}

function idOf(result: PaletteResult): string {
  return `${'kind' in result ? result.kind : 'action'}/${result.id}`;
}

/** The row of each result: the list renders only rows that are other objects than before. */
const rendered = new WeakMap<PaletteResult, Pick>();

function cachedPick(result: PaletteResult): Pick {
  const known = rendered.get(result);
  if (known) return known;
  const pick = pickOf(result);
  rendered.set(result, pick);
  return pick;
}

const ICONS = { document: FileText, header: Heading, task: SquareCheck, deal: Briefcase, person: User };

function pickOf(result: PaletteResult): Pick {
  const id = idOf(result);
  if ('kind' in result) {
    const Icon = ICONS[result.kind];
    return { id, text: result.name, hint: result.hint, icon: <Icon aria-hidden="true" /> };
  }
  const { name, shortcut } = result;
  const icon = <Zap aria-hidden="true" />;
  return { id, text: name, icon, ...(shortcut !== undefined && { hint: shortcut }) };
}
