import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useReachable } from '../lib/device/connectivity.ts';

interface ThumbnailProps {
  src: string;
  className?: string | undefined;
  /** Pixels, so that the layout does not shift when the picture loads. */
  width?: number;
  height?: number;
  loading?: 'lazy';
  /** Shown instead of a picture that can't be loaded. */
  fallback: ReactNode;
}

/** The first page of a document as a small picture. A failed picture is loaded again once the server can be reached. */
export function Thumbnail({ src, fallback, ...picture }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === src) return <Missing onReachable={() => setFailed(null)}>{fallback}</Missing>;
  return (
    <img src={src} alt="" decoding="async" draggable={false} onError={() => setFailed(src)} {...picture} />
  );
}

/** Only failed pictures subscribe to the connection, because a checklist has hundreds of pictures. */
function Missing({ onReachable, children }: { onReachable: () => void; children: ReactNode }) {
  const reachable = useReachable();
  const before = useRef(reachable);
  useEffect(() => {
    if (reachable && !before.current) onReachable();
    before.current = reachable;
  }, [reachable, onReachable]);
  return children;
}
