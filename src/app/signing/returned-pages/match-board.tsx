import { useEffect, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import {
  attachBehind,
  matchPage,
  matchPageByCode,
  setPageAside,
} from '../../../db/commands/signing/packets/paper-calls.ts';
import { isMatchable, saysWhatItIs } from '../../../contract/rules/signing/pages/scanned-page.ts';
import type {
  PageToMatch,
  ReturnedPage,
  ReturnedPages,
} from '../../../db/queries/signing/packets/returned-pages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { CandidateList } from './candidate-list.tsx';
import { PagePicture } from './page-picture.tsx';
import { rankCandidates } from './rank-candidates.ts';
import { BOARD, OUTCOMES, RETURNED } from './returned-pages-copy.ts';
import styles from './match-board.module.css';

interface MatchBoardProps {
  read: ReturnedPages;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  /** Resolves to whether it succeeded. */
  run: (call: OnlineCall) => Promise<boolean>;
}

/** Unmatched pages, one at a time, beside the signatures that each may be for. */
export function MatchBoard({ read, isOff, run }: MatchBoardProps) {
  const { toMatch } = read;
  const [opened, setOpened] = useState<string | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const [matched, setMatched] = useState<readonly JustMatched[]>([]);
  const found = toMatch.findIndex(({ row }) => row.uuid === opened);
  const at = Math.max(found, 0);
  const page = toMatch[at];
  if (!page) return null;
  /** @param isInside whether the focus was inside the previous page, and should move to the next one */
  const turn = (by: -1 | 1, isInside: boolean) => {
    setTakesFocus(isInside);
    const next = toMatch[(at + by + toMatch.length) % toMatch.length];
    if (next) setOpened(next.row.uuid);
  };
  /**
   * Carries out the decision, and then opens the next page. The next page is found first, because this one may leave the list.
   */
  const decide = (call: OnlineCall, chosen: readonly string[] = []) => {
    const next = toMatch[at + 1] ?? toMatch[at - 1];
    setTakesFocus(true);
    void (async () => {
      if (!(await run(call))) return;
      setMatched([...matched, { page: page.row.uuid, version: page.row.version, signatures: chosen }]);
      setOpened(next?.row.uuid ?? null);
    })();
  };
  // Until the match reaches this device, its signatures still look outstanding. Matching the next page to one of them would
  // take it from the last page.
  const taken = new Set(
    matched
      .filter((each) => toMatch.some(({ row }) => row.uuid === each.page && row.version === each.version))
      .flatMap(({ signatures }) => signatures),
  );
  return (
    <section className={styles.board} aria-label={BOARD.name}>
      <div className={styles.head}>
        <h2>{BOARD.title(toMatch.length)}</h2>
        <div className={styles.turns}>
          <IconButton label={BOARD.previous} disabled={toMatch.length < 2} onClick={() => turn(-1, false)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <span role="status">{BOARD.position(at + 1, toMatch.length)}</span>
          <IconButton label={BOARD.next} disabled={toMatch.length < 2} onClick={() => turn(1, false)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <OpenPage
        key={page.row.uuid}
        page={page}
        read={read}
        isOff={isOff}
        takesFocus={takesFocus}
        taken={taken}
        onDecide={decide}
        onTurn={(by) => turn(by, true)}
      />
    </section>
  );
}

/** A page that was just matched, as it was before the match. */
interface JustMatched {
  page: string;
  version: number;
  signatures: readonly string[];
}

interface OpenPageProps {
  page: PageToMatch;
  read: ReturnedPages;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  /** Whether the focus was inside the previous page, and moves to this one. */
  takesFocus: boolean;
  /** Signatures that other pages were just matched to. */
  taken: ReadonlySet<string>;
  onDecide: (call: OnlineCall, chosen?: readonly string[]) => void;
  onTurn: (by: -1 | 1) => void;
}

function OpenPage({ page, read, isOff, takesFocus, taken, onDecide, onTurn }: OpenPageProps) {
  const { row, file, heldBy } = page;
  const whole = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const takes = useRef(takesFocus);
  useEffect(() => {
    if (takes.current) (list.current ?? whole.current)?.focus({ preventScroll: true });
  }, []);
  const [words, setWords] = useState('');
  const [code, setCode] = useState('');
  const [moved, setMoved] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const form = useId();
  const ranked = useMemo(() => {
    const siblings = read.files.find((each) => each.row.uuid === file.uuid)?.pages ?? [];
    return rankCandidates(read, page, siblings, words);
  }, [read, page, file, words]);
  const candidates = ranked.filter(({ assignment }) => !taken.has(assignment.uuid));
  const first = candidates[0]?.assignment.uuid;
  // If the user can’t see the page, don't suggest the first signature in the list.
  const isGuessed = heldBy === null && !saysWhatItIs(row);
  const isSuggested = first !== undefined && (row.candidates.includes(first) || isGuessed);
  const active =
    candidates.find(({ assignment }) => assignment.uuid === moved)?.assignment.uuid ??
    (isSuggested ? first : null);
  const chosen = selected.size > 0 ? [...selected] : active === null ? [] : [active];
  const match = () => {
    if (!isOff && chosen.length > 0) onDecide(matchPage(row.uuid, chosen), chosen);
  };
  const toggle = (uuid: string) => {
    const next = new Set(selected);
    if (!next.delete(uuid)) next.add(uuid);
    setSelected(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOff && code.trim() !== '') onDecide(matchPageByCode(row.uuid, code));
  };
  const name = RETURNED.ofFile(file.name, row);
  const canMatch = isMatchable(row);
  return (
    <div ref={whole} tabIndex={-1} className={styles.columns}>
      <div className={styles.page}>
        <p className={styles.which}>{name}</p>
        {row.outcome === null ? null : <p>{OUTCOMES[row.outcome]}</p>}
        {heldBy === null ? (
          <PagePicture page={row.uuid} label={name} hasZoom />
        ) : (
          <p className={styles.held}>{BOARD.held(heldBy)}</p>
        )}
      </div>
      <div className={styles.choice}>
        {canMatch ? (
          <>
            <FormField
              label={BOARD.search}
              type="search"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            {candidates.length === 0 ? (
              <p className={styles.facts}>{BOARD.noCandidates}</p>
            ) : (
              <CandidateList
                ref={list}
                candidates={candidates}
                suggested={new Set(row.candidates)}
                similar={new Set(row.similarSignatures)}
                active={active}
                selected={selected}
                onActive={setMoved}
                onToggle={toggle}
                onMatch={match}
                onTurn={onTurn}
              />
            )}
          </>
        ) : null}
        <div className={styles.acts}>
          {canMatch ? (
            <Button
              look={chosen.length === 0 ? 'secondary' : 'primary'}
              disabled={isOff || chosen.length === 0}
              onClick={match}
            >
              {BOARD.match(chosen.length)}
            </Button>
          ) : null}
          <Button disabled={isOff} onClick={() => onDecide(setPageAside(row.uuid))}>
            {row.outcome === 'second_scan' ? BOARD.keepOther : BOARD.setAside}
          </Button>
        </div>
        {canMatch ? (
          <>
            <form id={form} className={styles.code} onSubmit={submit}>
              <FormField
                label={BOARD.code}
                value={code}
                placeholder="CP-"
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button type="submit" disabled={isOff || code.trim() === ''}>
                {BOARD.matchCode}
              </Button>
            </form>
            <p className={styles.facts}>{BOARD.codeHint}</p>
            {heldBy === null && !saysWhatItIs(row) && read.toReview.length > 0 ? (
              <BehindForm page={page} fronts={read.toReview} isOff={isOff} onDecide={onDecide} />
            ) : null}
            <p className={styles.keys}>{BOARD.keys}</p>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** Attaches a separate sheet behind a page whose signatures await acceptance. The default is the page before it in its file. */
function BehindForm({
  page: { row },
  fronts,
  isOff,
  onDecide,
}: Pick<OpenPageProps, 'page' | 'isOff' | 'onDecide'> & { fronts: readonly ReturnedPage[] }) {
  const before = fronts.findLast(
    (front) => front.row.executedDocument === row.executedDocument && front.row.page < row.page,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const front = (fronts.find((each) => each.row.uuid === chosen) ?? before)?.row.uuid ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOff && front !== null) onDecide(attachBehind(row.uuid, front));
  };
  return (
    <>
      <form className={styles.code} onSubmit={submit}>
        <SelectField
          label={BOARD.behind}
          value={front}
          placeholder={BOARD.choosePage}
          options={fronts.map((each) => [each.row.uuid, inWords(each)])}
          onChoose={setChosen}
        />
        <Button type="submit" disabled={isOff || front === null}>
          {BOARD.attach}
        </Button>
      </form>
      <p className={styles.facts}>{BOARD.behindHint}</p>
    </>
  );
}

function inWords({ row, file, signatures }: ReturnedPage): string {
  const signed = signatures.map(({ document, who }) => `${document}, ${who}`).join('; ');
  return `${RETURNED.ofFile(file.name, row)}: ${signed}`;
}
