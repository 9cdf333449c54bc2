import ExternalLink from 'lucide-react/icons/external-link';
import FileX from 'lucide-react/icons/file-x';
import { isForPaper, isOut } from '../../../contract/rules/signing/packets/packet-status.ts';
import { acceptSignatures, rejectSignatures } from '../../../db/commands/signing/packets/packet-calls.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { GuessedNote, HeldNote } from '../packets/packet-notes.tsx';
import { MissingEmail } from '../packets/missing-email.tsx';
import { PacketActions, type PacketActs } from '../packets/packet-actions.tsx';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PacketPages } from './packet-pages.tsx';
import { PacketTimeline } from './packet-timeline.tsx';
import { PACKETS } from '../packets/packets-copy.ts';
import { PacketBadge } from '../packets/packet-badge.tsx';
import { UndeliveredNote } from '../packets/undelivered-note.tsx';
import { WrongPersonNote } from '../packets/packet-notes.tsx';
import type { AskedReason } from './reason-dialog.tsx';
import { usePacketDetail } from './use-packet-detail.ts';
import styles from './packet-page.module.css';

interface PacketPageProps {
  transaction: string;
  /** Undefined if the deal has no such packet. */
  packet: ShownPacket | undefined;
  acts: PacketActs;
  mayEdit: boolean;
  maySend: boolean;
  mayCancelSent: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  isReachable: boolean;
  problem: string | null;
  run: (call: OnlineCall) => void;
  onAsk: (asked: AskedReason) => void;
}

/** The page of one packet: its status, its pages, its history, and what to do next. */
export function PacketPage({ transaction, packet, problem, ...rest }: PacketPageProps) {
  return (
    <section
      className={styles.screen}
      aria-label={packet ? PACKET_PAGE.name(packet.signatory.fullName) : PACKET_PAGE.goneTitle}
    >
      <BackLink to={`/transaction/${transaction}/packets`} className={styles.wide}>
        {PACKET_PAGE.back}
      </BackLink>
      {problem === null ? null : (
        <Callout tone="danger" role="alert" className={styles.wide}>
          {problem}
        </Callout>
      )}
      {packet ? (
        <OpenPacket key={packet.row.uuid} packet={packet} {...rest} />
      ) : (
        <EmptyState icon={<FileX aria-hidden="true" />} title={PACKET_PAGE.goneTitle}>
          {PACKET_PAGE.gone}
        </EmptyState>
      )}
    </section>
  );
}

type OpenPacketProps = Omit<PacketPageProps, 'transaction' | 'packet' | 'problem'> & { packet: ShownPacket };

function OpenPacket({ packet, isReachable, run, onAsk, ...rest }: OpenPacketProps) {
  const { row, signatory, statuses } = packet;
  const name = signatory.fullName;
  const { mayEdit, isOff } = rest;
  const state = [row.version, signatory.version, ...statuses].join(' ');
  const answer = usePacketDetail(row.uuid, state);
  const detail = answer?.outcome === 'done' ? answer.detail : null;
  const onPaper = new Set(
    detail?.pages.flatMap(({ signatures }) => signatures).flatMap((each) => (each.onPaper ? each.uuid : [])),
  );
  const toAccept = packet.toAccept.filter((each) => !onPaper.has(each));
  const reject = (title: string, assignments: string[]) =>
    onAsk({
      title,
      lead: PACKET_PAGE.rejectLead(name, row.sentAt !== null),
      confirm: PACKET_PAGE.reject,
      act: (reason) => rejectSignatures(assignments, reason),
    });
  const needsEmail = mayEdit && row.status === 'ready' && !isForPaper(row) && signatory.email === '';
  // If the email address is missing, the field for it already says so.
  const problems = needsEmail ? [] : (detail?.problems ?? []);
  const facts = [
    ...(packet.waitsFor.length === 0 ? [] : [PACKETS.waitsFor(packet.waitsFor)]),
    ...(row.numPages === null ? [] : [PACKETS.pages(row.numPages)]),
    ...(signatory.email === '' ? [] : [signatory.email]),
    ...(row.expiresAt === null || !isOut(row.status)
      ? []
      : [PACKETS.expiresAt(formatDateTime(row.expiresAt))]),
  ];
  return (
    <>
      <header className={`${styles.head} ${styles.wide}`}>
        <div>
          <h2 className={styles.title}>
            {PACKET_PAGE.name(name)}
            <PacketBadge packet={packet} />
          </h2>
          <p className={styles.facts}>{facts.join(' · ')}</p>
          {detail &&
          isReachable &&
          detail.pages.length > 0 &&
          row.esigningService === 'counterpart' &&
          !row.needsPaper ? (
            <p className={styles.facts}>
              <a className={styles.preview} href={`/sign/preview/${row.uuid}`} target="_blank" rel="noopener">
                {PACKET_PAGE.preview(name)}
                <ExternalLink aria-hidden="true" size={14} />
              </a>
            </p>
          ) : null}
          {row.heldReason && problems.includes(row.heldReason) ? null : <HeldNote packet={packet} />}
          <WrongPersonNote packet={packet} />
          <UndeliveredNote packet={packet} />
          <GuessedNote packet={packet} />
        </div>
        <div className={styles.acts}>
          {mayEdit && toAccept.length > 0 ? (
            <>
              <Button look="primary" disabled={isOff} onClick={() => run(acceptSignatures(toAccept))}>
                {PACKET_PAGE.acceptAll(toAccept.length)}
              </Button>
              <Button
                disabled={isOff}
                onClick={() => reject(PACKET_PAGE.rejectAllTitle(name), [...toAccept])}
              >
                {PACKET_PAGE.rejectAll}
              </Button>
            </>
          ) : null}
          <PacketActions packet={packet} isBlocked={problems.length > 0} {...rest} isOffline={!isReachable} />
        </div>
      </header>
      {needsEmail ? (
        <div className={styles.wide}>
          <MissingEmail packet={packet} />
        </div>
      ) : null}
      {problems.length > 0 ? <List title={PACKET_PAGE.before} lines={problems} /> : null}
      {row.status === 'ready' && row.warnings.length > 0 ? (
        <List title={row.needsPaper ? PACKET_PAGE.checkPrinted : PACKET_PAGE.check} lines={row.warnings} />
      ) : null}
      {isReachable ? null : (
        <Callout tone="warning" role="status" className={styles.wide}>
          {detail ? PACKET_PAGE.outdated : PACKET_PAGE.offline}
        </Callout>
      )}
      {isReachable && answer && answer.outcome !== 'done' ? (
        <Callout tone="warning" role="status" className={styles.wide}>
          {answer.message}
        </Callout>
      ) : null}
      {detail ? (
        <>
          <section className={styles.section} aria-label={PACKET_PAGE.pages}>
            <h3>{PACKET_PAGE.pages}</h3>
            {row.esigningService === 'docusign' && row.status === 'completed' ? (
              <p className={styles.facts}>{PACKET_PAGE.signedElsewhere}</p>
            ) : null}
            <PacketPages
              transaction={row.transaction}
              packet={row.uuid}
              state={row.status}
              pages={detail.pages}
              toAccept={packet.toAccept}
              mayReject={packet.mayReject}
              isOff={isOff}
              decide={
                mayEdit
                  ? (page, decision, assignments) => {
                      if (decision === 'accept') run(acceptSignatures(assignments));
                      else reject(PACKET_PAGE.rejectTitle(page.number), assignments);
                    }
                  : null
              }
            />
          </section>
          <section className={styles.section} aria-label={PACKET_PAGE.history}>
            <h3>{PACKET_PAGE.history}</h3>
            {detail.message === '' ? null : (
              <p className={styles.facts}>{PACKET_PAGE.message(detail.message)}</p>
            )}
            {detail.timestampDue ? <p className={styles.facts}>{PACKET_PAGE.timestampDue}</p> : null}
            <PacketTimeline events={detail.events} pages={detail.pages} signatory={name} />
          </section>
        </>
      ) : null}
    </>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className={`${styles.section} ${styles.wide}`} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
