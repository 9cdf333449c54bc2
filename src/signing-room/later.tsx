import { useEffect, useState, type ComponentType } from 'react';

/** Loads a part of the room that most signatories never need, once it is needed. `load` has to stay the same function. */
export function Later<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> } | null>(null);
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    load().then(
      (Part) => setLoaded({ Part }),
      () => setUnreachable(true),
    );
  }, [load]);
  if (loaded) return <loaded.Part {...props} />;
  return isUnreachable ? (
    <p role="alert">This page couldn’t be loaded. Check your connection and reload it.</p>
  ) : (
    <p role="status">Loading…</p>
  );
}
