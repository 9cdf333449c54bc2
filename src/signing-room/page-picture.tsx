import type { AdoptedSignature, RoomPage } from '../contract/entities/signing-room.ts';
import { placeSignature } from '../contract/rules/signing/place-signature.ts';
import styles from './signing-room.module.css';

/** A page as the server drew it, with the signature in its place. */
export function PagePicture({
  page,
  adopted,
  isSigned,
  label,
}: {
  page: RoomPage;
  adopted: AdoptedSignature;
  isSigned: boolean;
  label: string;
}) {
  const { width, height, svg, text, fields } = page;
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet}>
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={label}
          width={width}
          height={height}
        />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
          {fields.map((field, index) => {
            const { x, y, scale } = placeSignature(field, adopted);
            return isSigned ? (
              <path
                key={index}
                className={styles.ink}
                d={adopted.outline}
                transform={`translate(${x} ${y}) scale(${scale})`}
              />
            ) : (
              <rect
                key={index}
                className={styles.place}
                x={field.x}
                y={field.y}
                width={field.width}
                height={field.height}
              />
            );
          })}
        </svg>
      </div>
      <figcaption>
        <details>
          <summary>Text of this page</summary>
          <pre className={styles.text}>{text}</pre>
        </details>
      </figcaption>
    </figure>
  );
}
