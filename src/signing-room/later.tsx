import { useEffect, useState, type ComponentType } from 'react';
import styles from './signing-room.module.css';

/**
 * Loads a part of the room on demand, because most signatories never need it. Always pass the same `load` for the same part.
 */
export function Later<Props extends object>({
  load,
  props,
  onBack,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Called when the user goes back because the part couldn't be loaded. */
  onBack?: () => void;
}) {
  // React keeps this component when a different part takes its place.
  const [loaded, setLoaded] = useState<{ from: typeof load; Part: ComponentType<Props> | null } | null>(null);
  useEffect(() => {
    load().then(
      (Part) => setLoaded({ from: load, Part }),
      () => setLoaded({ from: load, Part: null }),
    );
  }, [load]);
  if (loaded?.from !== load) return <p role="status">Loading…</p>;
  return loaded.Part ? (
    <loaded.Part {...props} />
  ) : (
    <>
      <p role="alert">This page couldn’t be loaded. Check your connection and reload it.</p>
      {onBack && (
        <button className={styles.quiet} type="button" onClick={onBack}>
          Go back
        </button>
      )}
    </>
  );
}
