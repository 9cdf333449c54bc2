import { useEffect, useState, type RefObject } from 'react';
import styles from './document-preview.module.css';

/** How long the pointer must rest on a thumbnail before the preview opens, ms. */
const REST_MS = 350;

/** Distance from the thumbnail and from the window's edges, px. */
const GAP = 12;

/** Size of the preview, px: the aspect ratio of a letter page. */
const WIDTH = 288;
const HEIGHT = 384;

interface Preview {
  src: string;
  left: number;
  top: number;
}

/** Shows the first page of a document while the pointer rests on its thumbnail in `list`. */
export function DocumentPreview({ list }: { list: RefObject<HTMLElement | null> }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || !window.matchMedia('(hover: hover)').matches) return undefined;
    let timer = 0;
    const end = () => {
      clearTimeout(timer);
      setPreview(null);
    };
    const begin = ({ target }: Event) => {
      // The link around the thumbnail is larger than the thumbnail, and receives the pointer.
      const link = target instanceof Element ? target.closest('[data-action=view]') : null;
      const picture = link?.querySelector('img');
      if (!picture) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => setPreview(placed(picture)), REST_MS);
    };
    element.addEventListener('pointerover', begin);
    for (const over of ['pointerout', 'pointerdown', 'wheel', 'keydown', 'dragstart'])
      element.addEventListener(over, end, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerover', begin);
      for (const over of ['pointerout', 'pointerdown', 'wheel', 'keydown', 'dragstart'])
        element.removeEventListener(over, end);
    };
  }, [list]);
  if (!preview) return null;
  const { src, left, top } = preview;
  // Decorative: the row says the same in text.
  return (
    <img className={styles.preview} src={src} alt="" style={{ left, top, width: WIDTH, height: HEIGHT }} />
  );
}

/** Returns the position beside the thumbnail and inside the window; null if the thumbnail is gone by now. */
function placed(picture: HTMLImageElement): Preview | null {
  if (!picture.isConnected) return null;
  const { right, top, height } = picture.getBoundingClientRect();
  const lowest = window.innerHeight - HEIGHT - GAP;
  return {
    src: picture.src,
    left: Math.min(right + GAP, window.innerWidth - WIDTH - GAP),
    top: Math.max(GAP, Math.min(top + height / 2 - HEIGHT / 2, lowest)),
  };
}
