import type { PacketDetail } from '../../../contract/entities/signing/packet-detail.ts';
import { eventInWords } from '../../../contract/rules/signing/packets/event-in-words.ts';
import type { Camelized } from '../../../db/codec.ts';
import { formatFullDateTime } from '../../lib/format/dates.ts';
import { PACKET_PAGE } from './packet-page-copy.ts';
import styles from './packet-page.module.css';

/** Smaller differences between the device's clock and the server's aren't shown, ms. */
const SAME_TIME = 120_000;

/** The history of a packet, oldest event first. */
export function PacketTimeline({
  events,
  pages,
  signatory,
}: {
  events: Camelized<PacketDetail>['events'];
  pages: Camelized<PacketDetail>['pages'];
  signatory: string;
}) {
  if (events.length === 0) return <p className={styles.facts}>{PACKET_PAGE.noHistory}</p>;
  return (
    <ol className={styles.timeline}>
      {events.map(({ seq, kind, at, deviceAt, actor, address, note, numPages, assignments }) => {
        const of = documentsOf(pages, assignments);
        const isLate = deviceAt !== null && Math.abs(Date.parse(at) - Date.parse(deviceAt)) > SAME_TIME;
        const isSignatory = kind !== 'expired' && kind !== 'witnessed' && address !== '';
        const who = actor?.name ?? (isSignatory ? signatory : null);
        return (
          <li key={seq}>
            <strong>{eventInWords(kind, { note, count: numPages })}</strong>
            {of.length > 0 ? <span className={styles.facts}>{of.join(' · ')}</span> : null}
            <span className={styles.facts}>
              <time dateTime={at}>{formatFullDateTime(at)}</time>
              {who === null ? null : ` · ${PACKET_PAGE.by(who, address)}`}
            </span>
            {isLate ? (
              <span className={styles.facts}>{PACKET_PAGE.deviceTime(formatFullDateTime(deviceAt))}</span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the documents and capacities of signatures, in page order. */
function documentsOf(pages: Camelized<PacketDetail>['pages'], assignments: readonly string[]): string[] {
  const found = pages.flatMap(({ document, signatures }) =>
    signatures
      .filter(({ uuid }) => assignments.includes(uuid))
      .map(({ capacity }) => (document === null ? capacity : `${document} (${capacity})`)),
  );
  return [...new Set(found)];
}
