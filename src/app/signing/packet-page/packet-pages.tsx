import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PacketDetail } from '../../../contract/entities/signing/packet-detail.ts';
import type { Camelized } from '../../../db/codec.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { assignmentTone } from '../signing-status-copy.ts';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PageDialog } from './page-dialog.tsx';
import { PageThumbnail } from './page-thumbnail.tsx';
import styles from './packet-page.module.css';

type Page = Camelized<PacketDetail>['pages'][number];

interface PacketPagesProps {
  transaction: string;
  packet: string;
  /** Changes whenever the pages may show something else. */
  state: string;
  pages: readonly Page[];
  /** Signatures that await acceptance by the user's organization. */
  toAccept: readonly string[];
  /** Signatures that the user's organization may reject. */
  mayReject: ReadonlySet<string>;
  /** Null if the user can't accept or reject. */
  decide: ((page: Page, decision: 'accept' | 'reject', assignments: string[]) => void) | null;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
}

/** The pages of a packet with their signatures, which can each be accepted or rejected. */
export function PacketPages({
  transaction,
  packet,
  state,
  pages,
  toAccept,
  mayReject,
  decide,
  isOff,
}: PacketPagesProps) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  return (
    <ul className={styles.pages}>
      {pages.map((page, at) => {
        const { uuid, number, kind, document, signatures } = page;
        const name = document ?? PACKET_PAGE.kinds[kind];
        const waiting = signatures.filter(
          ({ uuid: each, status }) => status === 'signed_pending_acceptance' && toAccept.includes(each),
        );
        const toDecide = waiting.filter(({ onPaper }) => !onPaper).map((each) => each.uuid);
        const toReject = signatures
          .filter(
            ({ uuid: each, status }) =>
              toDecide.includes(each) || (status === 'executed' && mayReject.has(each)),
          )
          .map((each) => each.uuid);
        const isOnPaper = waiting.some(({ onPaper }) => onPaper);
        return (
          <li key={uuid} className={styles.page}>
            <PageThumbnail packet={packet} page={page} state={state} onEnlarge={() => setEnlarged(at)} />
            <div className={styles.about}>
              <p>
                <strong>{PACKET_PAGE.pageNumber(number)}</strong> {name}
              </p>
              {signatures.map((each) => (
                <div key={each.uuid} className={styles.signature}>
                  <span className={styles.facts}>{each.capacity}</span>
                  <Badge tone={assignmentTone(each.status)}>{statusInWords(each.status)}</Badge>
                  {each.rejectedReason === null ? null : (
                    <span className={styles.facts}>{PACKET_PAGE.rejectedBecause(each.rejectedReason)}</span>
                  )}
                </div>
              ))}
              {isOnPaper ? (
                <Link className={styles.link} to={`/transaction/${transaction}/returned-pages`}>
                  {PACKET_PAGE.onPaper}
                </Link>
              ) : null}
              {decide && toReject.length > 0 ? (
                <div className={styles.acts}>
                  {toDecide.length > 0 ? (
                    <Button
                      disabled={isOff}
                      aria-label={PACKET_PAGE.acceptPage(number)}
                      onClick={() => decide(page, 'accept', toDecide)}
                    >
                      {PACKET_PAGE.accept}
                    </Button>
                  ) : null}
                  <Button
                    look="quiet"
                    disabled={isOff}
                    aria-label={PACKET_PAGE.rejectPage(number)}
                    onClick={() => decide(page, 'reject', toReject)}
                  >
                    {PACKET_PAGE.reject}
                  </Button>
                </div>
              ) : null}
            </div>
          </li>
        );
      })}
      {enlarged === null ? null : (
        <PageDialog {...{ packet, pages, state }} first={enlarged} onClose={() => setEnlarged(null)} />
      )}
    </ul>
  );
}
