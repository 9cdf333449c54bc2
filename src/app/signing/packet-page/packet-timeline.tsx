import type { PacketDetail } from '../../../contract/entities/packet-detail.ts';
import type { Camelized } from '../../../db/codec.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { eventInWords, PACKET_PAGE } from './packet-page-copy.ts';
import styles from './packet-page.module.css';

/** Smaller differences between a device's clock and the server's aren't shown. Milliseconds. */
const SAME_TIME = 120_000;

/** What happened to a packet, from the first to the last. */
export function PacketTimeline({
  events,
  signatory,
}: {
  events: Camelized<PacketDetail>['events'];
  signatory: string;
}) {
  if (events.length === 0) return <p className={styles.facts}>{PACKET_PAGE.noHistory}</p>;
  return (
    <ol className={styles.timeline}>
      {events.map(({ seq, kind, at, deviceAt, actor, address, note, numPages }) => {
        const isLate = deviceAt !== null && Math.abs(Date.parse(at) - Date.parse(deviceAt)) > SAME_TIME;
        const who = actor?.name ?? (kind === 'expired' || address === '' ? null : signatory);
        return (
          <li key={seq}>
            <strong>{eventInWords(kind, note, numPages)}</strong>
            <span className={styles.facts}>
              <time dateTime={at}>{formatDateTime(at)}</time>
              {who === null ? null : ` · ${PACKET_PAGE.by(who, address)}`}
            </span>
            {isLate ? (
              <span className={styles.facts}>{PACKET_PAGE.deviceTime(formatDateTime(deviceAt))}</span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
