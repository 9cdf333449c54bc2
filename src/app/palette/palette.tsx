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
import { EVERYWHERE, PALETTE } from './palette-copy.ts';
import { dealsOf, paletteGroups, type PaletteResult } from './palette-groups.ts';
import { offeredActions, type PaletteAction } from './palette-store.ts';
import { latestFirst, usePaletteRows } from './use-palette-rows.ts';
import { indexed, type Indexed } from '../lib/search/rank.ts';
import styles from './palette.module.css';

/**
 * Finds documents, headers, tasks, transactions, people and actions by name. `onClose` receives the action to run once the
 * palette is closed.
 */
export function Palette({ onClose }: { onClose: (run: (() => void) | null) => void }) {
  const db = useMirror();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [person, setPerson] = useState<PaletteEntry | null>(null);
  const [actions] = useState(() => indexedActions([...offeredActions(), ...everywhere(navigate)]));
  const entries = useLiveQuery(() => paletteDeals(db), [db]);
  const rows = usePaletteRows(db);
  const theirs = useLiveQuery(() => (person ? dealsWith(db, person.id) : null), [db, person]);
  const { deals, people } = useMemo(() => byKind(entries ?? []), [entries]);
  const { groups, more } = person
    ? dealsOf(
        person,
        deals.filter(({ entry }) => theirs?.has(entry.id)),
        text,
      )
    : paletteGroups({ deals, people, actions, rows }, text);

  const pick = (id: string) => {
    const result = groups.flatMap(({ results }) => [...results]).find((each) => idOf(each) === id);
    if (!result) onClose(null);
    else if (!('kind' in result)) onClose(result.run);
    else if (result.kind === 'person') {
      setPerson(result);
      setText('');
    } else onClose(() => void navigate(pathTo(result)));
  };

  return (
    <ModalFrame label={PALETTE.name} wide onClose={() => onClose(null)}>
      <div className={styles.palette}>
        <PickList
          label={person ? PALETTE.withPerson(person.name) : PALETTE.name}
          placeholder={person ? PALETTE.withPersonPlaceholder : PALETTE.placeholder}
          text={text}
          onText={setText}
          picks={groups.map(({ kind, heading, results }) => ({
            id: kind,
            heading,
            picks: results.map((each) => cachedPick(each)),
          }))}
          note={rows ? (more ? PALETTE.more : null) : PALETTE.searching}
          none={rows ? PALETTE.none : ''}
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
    { id: 'all-transactions', name: EVERYWHERE.transactions, run: () => void navigate('/') },
    {
      id: 'import',
      name: EVERYWHERE.import,
      run: () => void navigate('/importer-poc'),
    },
    { id: 'account', name: EVERYWHERE.account, run: () => void navigate('/account') },
    { id: 'diagnostics', name: EVERYWHERE.diagnostics, run: () => void navigate('/account/diagnostics') },
  ];
}

/** Returns the address of a result. A document opens in the viewer, or on the checklist if it has no file. */
function pathTo({ id, deal, document, kind }: PaletteEntry): string {
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

/** The row of each result. Reusing these objects keeps unchanged rows from rendering. */
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
