import styles from './product-mark.module.css';

/** The logo: two counterparts of one instrument, cut so that they fit together. */
export function ProductMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 512 512" aria-hidden="true">
      <rect className={styles.ground} width="512" height="512" rx="112" />
      <g transform="translate(256 256) scale(1.14) translate(-256 -256)">
        <path
          className={styles.left}
          d="M156 100h91v93h34v54h-68v90h34v75h-91a20 20 0 0 1-20-20V120a20 20 0 0 1 20-20z"
        />
        <path
          className={styles.right}
          d="M356 412h-91v-93h-34v-54h68v-90h-34v-75h91a20 20 0 0 1 20 20v272a20 20 0 0 1-20 20z"
        />
      </g>
    </svg>
  );
}
