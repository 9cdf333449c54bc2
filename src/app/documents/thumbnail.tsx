import { useState, type ReactNode } from 'react';
import { useBrowserOnline } from '../lib/device/connectivity.ts';

interface ThumbnailProps {
  src: string;
  className?: string | undefined;
  /** Pixels; the picture takes this room before it has loaded. */
  width?: number;
  height?: number;
  loading?: 'lazy';
  /** Shown instead of a picture that can't be loaded, until the browser is online again. */
  fallback: ReactNode;
}

/** The first page of a document as a small picture. */
export function Thumbnail({ src, fallback, ...picture }: ThumbnailProps) {
  const online = useBrowserOnline();
  const [failed, setFailed] = useState<{ src: string; online: boolean } | null>(null);
  if (failed?.src === src && failed.online === online) return fallback;
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setFailed({ src, online })}
      {...picture}
    />
  );
}
