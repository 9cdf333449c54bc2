import type { ComponentProps } from 'react';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { PacketLine } from './packet-line.tsx';
import { groupOfPacket, PACKET_GROUPS } from './packet-groups.ts';
import { GROUPS, PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

type BoardProps = Omit<ComponentProps<typeof PacketLine>, 'packet'> & { packets: readonly ShownPacket[] };

/** The packets, grouped by what they need next. */
export function PacketBoard({ packets, ...rest }: BoardProps) {
  const groups = Map.groupBy(packets, ({ row, toAccept, statuses }) =>
    groupOfPacket(row, toAccept.length, statuses),
  );
  return (
    <section className={styles.board} aria-label={PACKETS.list}>
      {PACKET_GROUPS.map((group) => {
        const shown = groups.get(group) ?? [];
        if (shown.length === 0) return null;
        return (
          <section key={group} aria-label={GROUPS[group]}>
            <h2 className={styles.group}>
              {GROUPS[group]} <span className={styles.count}>{shown.length}</span>
            </h2>
            <ul className={styles.list}>
              {shown.map((packet) => (
                <PacketLine key={packet.row.uuid} packet={packet} {...rest} />
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
