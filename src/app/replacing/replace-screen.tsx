import { useState } from 'react';
import { Link } from 'react-router-dom';
import FileX from 'lucide-react/icons/file-x';
import { useLiveQuery } from 'dexie-react-hooks';
import type { DocumentReplacement } from '../../contract/entities/documents/document-replacement.ts';
import { AUTHORITIES } from '../../contract/rules/closing/carry-over.ts';
import { statusInWords } from '../../contract/rules/signing/assignments/status-in-words.ts';
import type { Camelized } from '../../db/codec.ts';
import { replaceDocument } from '../../db/commands/closing/replace-calls.ts';
import { replacedDocumentOf, type ReplacedDocument } from '../../db/queries/closing/replaced-document.ts';
import { runCommand as startCommand } from '../lib/commands/run-command.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { useMirror } from '../session/mirror-context.ts';
import { assignmentTone } from '../signing/signing-status-copy.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { TextAreaField } from '../ui/form/form-field.tsx';
import { SelectField } from '../ui/form/select.tsx';
import { BackLink } from '../ui/layout/back-link.tsx';
import { Badge } from '../ui/status/badge.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { Spinner } from '../ui/status/spinner.tsx';
import { usePdf } from '../viewer/use-pdf.ts';
import { ChangedPage } from './changed-page.tsx';
import { AUTHORITY_NAMES, REPLACING, SIGN_AGAIN } from './replacing-copy.ts';
import { useDecisions, type Decisions } from './use-decisions.ts';
import { useReplacement } from './use-replacement.ts';
import styles from './replacing.module.css';

type Read = Camelized<DocumentReplacement>;

/** Compares the new version of a signed document with the current one, and asks which signatures carry over to it. */
export function ReplaceScreen({ transaction, document }: { transaction: string; document: string }) {
  const db = useMirror();
  const found = useLiveQuery(
    () => replacedDocumentOf(db, transaction, document),
    [db, transaction, document],
  );
  if (found === undefined) return null;
  return (
    <section className={styles.screen} aria-label={REPLACING.name}>
      <BackLink to={`/transaction/${transaction}/checklist`}>{REPLACING.back}</BackLink>
      {found === null ? (
        <EmptyState icon={<FileX aria-hidden="true" />} title={REPLACING.goneTitle}>
          {REPLACING.gone}
        </EmptyState>
      ) : found.item.document === document ? (
        <Callout role="status">
          {REPLACING.doneTitle}. {REPLACING.done}{' '}
          <Link to={`/transaction/${transaction}/packets`}>{REPLACING.toPackets}</Link>
        </Callout>
      ) : (
        <Comparison key={found.item.document} found={found} />
      )}
    </section>
  );
}

function Comparison({ found }: { found: ReplacedDocument }) {
  const { item, after } = found;
  const { answer, compareAgain } = useReplacement(item.uuid, after.uuid, item.document ?? '');
  if (answer === null) return <Comparing />;
  if (answer.outcome !== 'done')
    return (
      <Callout tone="warning" role="status">
        {answer.outcome === 'unreachable' ? REPLACING.offline : answer.message}
      </Callout>
    );
  const { replacement: read } = answer;
  return (
    <>
      <header className={styles.head}>
        <h2>{REPLACING.title(item.name)}</h2>
        <p>{REPLACING.versions(read.before.version, read.after.version)}</p>
      </header>
      {read.status === 'processing' ? <Comparing /> : null}
      {read.status === 'failed' ? (
        <Callout tone="warning" role="alert">
          {REPLACING.failed} <Button onClick={compareAgain}>{REPLACING.compareAgain}</Button>
        </Callout>
      ) : null}
      {read.status === 'processing' ? null : <Review key={read.status} found={found} read={read} />}
    </>
  );
}

function Comparing() {
  return (
    <p role="status" className={styles.acts}>
      <Spinner /> {REPLACING.comparing}
    </p>
  );
}

function Review({ found, read }: { found: ReplacedDocument; read: Read }) {
  const mayEdit = useMayEdit();
  const decisions = useDecisions(read);
  const { changes, seen, see } = decisions;
  const readings = {
    before: usePdf(found.before?.pdfUrl ?? null, found.before?.size ?? 0, 0),
    after: usePdf(found.after.pdfUrl, found.after.size, 0),
  };
  const versions = { before: read.before.version, after: read.after.version };
  const isCompared = read.status === 'ready';
  return (
    <>
      <section className={styles.section} aria-label={isCompared ? REPLACING.changes : REPLACING.uncompared}>
        <h3>{isCompared ? REPLACING.changes : REPLACING.uncompared}</h3>
        <p className={styles.facts}>
          {isCompared
            ? REPLACING.facts(read.pages.length, changes.length)
            : REPLACING.uncomparedFacts(read.pages.length)}
        </p>
        {changes.length === 0 ? (
          <p>{REPLACING.noChanges}</p>
        ) : (
          <ul className={styles.changes}>
            {changes.map(({ key, pair }) => (
              <ChangedPage
                key={key}
                page={pair}
                versions={versions}
                readings={readings}
                isCompared={isCompared}
                isSeen={seen.has(key)}
                onSee={(isSeen) => see(key, isSeen)}
              />
            ))}
          </ul>
        )}
      </section>
      <MarkedPages read={read} decisions={decisions} numPages={found.after.numPages ?? 0} />
      <Signatures decisions={decisions} isCompared={isCompared} />
      {mayEdit ? <Confirm found={found} read={read} decisions={decisions} /> : null}
    </>
  );
}

const NOT_THERE = 'none';

function MarkedPages({ read, decisions, numPages }: { read: Read; decisions: Decisions; numPages: number }) {
  if (read.marked.length === 0) return null;
  const numbers = Array.from({ length: numPages }, (_, at) => at + 1);
  const options = [
    ...numbers.map((number) => [String(number), REPLACING.pageNumber(number)] as const),
    [NOT_THERE, REPLACING.notThere] as const,
  ];
  return (
    <section className={styles.section} aria-label={REPLACING.marked}>
      <h3>{REPLACING.marked}</h3>
      <p className={styles.facts}>{REPLACING.markedLead}</p>
      <ul className={styles.choices}>
        {read.marked.map(({ page, number }) => {
          const chosen = decisions.pageOf(page);
          return (
            <li key={page}>
              <SelectField
                label={REPLACING.markedPage(number)}
                options={options}
                value={chosen === undefined ? null : chosen === null ? NOT_THERE : String(chosen)}
                placeholder={REPLACING.choose}
                onChoose={(value) => decisions.mapPage(page, value === NOT_THERE ? null : Number(value))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Signatures({
  decisions: { signatures, carry },
  isCompared,
}: {
  decisions: Decisions;
  isCompared: boolean;
}) {
  const mayEdit = useMayEdit();
  if (signatures.length === 0) return null;
  return (
    <section className={styles.section} aria-label={REPLACING.signatures}>
      <h3>{REPLACING.signatures}</h3>
      <p className={styles.facts}>{REPLACING.signaturesLead}</p>
      <ul className={styles.choices}>
        {signatures.map(({ uuid, capacity, status, why, isCarried }) => (
          <li key={uuid} className={styles.choice}>
            <div className={styles.acts}>
              {why === null && mayEdit ? (
                <CheckboxField
                  checked={isCarried}
                  onChange={(event) => carry(uuid, event.currentTarget.checked)}
                >
                  {REPLACING.carryOver(capacity)}
                </CheckboxField>
              ) : (
                <span>{capacity}</span>
              )}
              <Badge tone={assignmentTone(status)}>{statusInWords(status)}</Badge>
            </div>
            {why === null ? null : (
              <span className={styles.facts}>
                {why === 'page_changed' && !isCompared ? REPLACING.pageNotCompared : SIGN_AGAIN[why]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Confirm({ found, read, decisions }: { found: ReplacedDocument; read: Read; decisions: Decisions }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const [isAsked, setAsked] = useState(false);
  const { changes, seen, signatures, authority, file, reason, isConfirmed } = decisions;
  const carried = signatures.filter(({ isCarried }) => isCarried).map(({ uuid }) => uuid);
  const missing = whatIsMissing(read, decisions, carried.length);
  const replace = () => {
    setAsked(true);
    if (missing !== null) return;
    const pageMap = read.marked.map(({ page }) => ({ page, number: decisions.pageOf(page) ?? null }));
    const carryOver =
      carried.length > 0 && authority !== null ? { assignments: carried, authority, reason, file } : null;
    const call = replaceDocument({
      item: found.item.uuid,
      document: found.after.uuid,
      before: read.before.document,
      pageMap,
      acceptedChanges: changes.filter(({ key }) => seen.has(key)).map(({ pair }) => pair),
      carryOver,
    });
    startCommand(runCommand(call));
  };
  return (
    <div className={styles.confirm}>
      {carried.length > 0 ? (
        <>
          <SelectField
            label={REPLACING.authority}
            options={AUTHORITIES.map((each) => [each, AUTHORITY_NAMES[each]] as const)}
            value={authority}
            placeholder={REPLACING.chooseAuthority}
            onChoose={decisions.setAuthority}
          />
          <TextAreaField
            label={REPLACING.reason}
            value={reason}
            maxLength={2000}
            onChange={(event) => decisions.setReason(event.currentTarget.value)}
          />
          <AuthorityFile files={found.files} file={file} onChoose={decisions.setFile} />
          <CheckboxField
            checked={isConfirmed}
            onChange={(event) => decisions.confirm(event.currentTarget.checked)}
          >
            {REPLACING.confirm}
          </CheckboxField>
        </>
      ) : null}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {isAsked && missing !== null ? (
        <Callout tone="warning" role="alert">
          {missing}
        </Callout>
      ) : null}
      <div className={styles.acts}>
        <Button look="primary" disabled={pending} onClick={replace}>
          {REPLACING.replace(carried.length)}
        </Button>
      </div>
    </div>
  );
}

const NO_FILE = 'none';

/** Chooses the document that records how the signatories authorized something. */
function AuthorityFile({
  files,
  file,
  onChoose,
}: {
  files: ReplacedDocument['files'];
  file: string | null;
  onChoose: (file: string | null) => void;
}) {
  const options = [
    [NO_FILE, REPLACING.noFile] as const,
    ...files.map(({ uuid, name, isQueued }) => [uuid, isQueued ? REPLACING.queued(name) : name] as const),
  ];
  // It may have been deleted since it was chosen.
  const chosen = files.some(({ uuid }) => uuid === file) ? file : null;
  return (
    <div>
      <SelectField
        label={REPLACING.file}
        options={options}
        value={chosen ?? NO_FILE}
        onChoose={(value) => onChoose(value === NO_FILE ? null : value)}
      />
      <p className={styles.facts}>{REPLACING.fileHint}</p>
    </div>
  );
}

/** Returns what the user must do before the document can be replaced, or null. */
function whatIsMissing(
  { status, marked }: Read,
  { changes, seen, pageOf, authority, reason, isConfirmed }: Decisions,
  carried: number,
): string | null {
  if (changes.some(({ key }) => !seen.has(key)))
    return status === 'ready' ? REPLACING.missing.changes : REPLACING.missing.uncompared;
  if (marked.some(({ page }) => pageOf(page) === undefined)) return REPLACING.missing.pages;
  const isAuthorized = authority !== null && reason.trim() !== '' && isConfirmed;
  return carried > 0 && !isAuthorized ? REPLACING.missing.authority : null;
}
