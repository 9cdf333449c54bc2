import { Link } from 'react-router-dom';
import type { ShownPacket } from '../../../../db/queries/signing/packets/packets.ts';
import { PacketBadge } from '../../packets/packet-badge.tsx';
import { PACKETS } from '../../packets/packets-copy.ts';
import { PanelSection } from './panel-section.tsx';
import styles from './packets-section.module.css';

/** The packets of a signatory, each of which leads to its own page. Nothing if they have none. */
export function PacketsSection({ packets }: { packets: readonly ShownPacket[] }) {
  if (packets.length === 0) return null;
  return (
    <PanelSection title={PACKETS.name}>
      <ul className={styles.packets}>
        {packets.map((packet) => (
          <li key={packet.row.uuid}>
            <Link
              to={`/transaction/${packet.row.transaction}/packets/${packet.row.uuid}`}
              className={styles.packet}
            >
              {packet.row.numPages === null ? PACKETS.unmade : PACKETS.pages(packet.row.numPages)}
            </Link>
            <PacketBadge packet={packet} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
