import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react';
import styles from '../signing-room.module.css';
import { findSheet, within, type Corners, type Picture, type Place } from './find-sheet.ts';
import { drawSheet, openPhoto, straightenPhoto } from './photo-pixels.ts';
import own from './photo-preview.module.css';
import { canStraighten } from './straighten-sheet.ts';
import type { ChosenFile } from './upload-queue.ts';

/** A photo that was read, and the corners of the sheet in it; null if no edges were found. */
interface Opened {
  readonly picture: Picture;
  readonly found: Corners | null;
}

interface Props {
  photo: Pick<ChosenFile, 'file' | 'isTaken'>;
  /** How many more photos still have to be checked. */
  numMore: number;
  onUse: (file: Blob) => void;
  onTakeAgain: (file: File) => void;
  onRemove: () => void;
}

/**
 * Shows a photo with the edges of the page marked, and straightens it. Chosen files without visible edges, such as scans, are
 * sent unchanged.
 */
export function PhotoPreview({ photo, onUse, ...props }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { file, isTaken } = photo;
  const use = useRef(onUse);
  useEffect(() => {
    use.current = onUse;
  });
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const picture = await openPhoto(file);
      if (!isCurrent) return;
      const found = picture && findSheet(picture);
      if (picture && (found || isTaken)) setOpened({ picture, found });
      else use.current(file);
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [file, isTaken]);
  if (!opened) return <p role="status">Looking for the edges of the page…</p>;
  return <Straighten photo={photo} opened={opened} onUse={onUse} {...props} />;
}

/** The initial corners for a photo in which no edges were found. */
const AROUND: Corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.9, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.1, y: 0.9 },
];

function Straighten({ photo, opened, numMore, onUse, onTakeAgain, onRemove }: Props & { opened: Opened }) {
  const { picture, found } = opened;
  const [corners, setCorners] = useState(found ?? AROUND);
  const [isWorking, setWorking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isChosen = found !== null || corners !== AROUND;
  const isPossible = isChosen && canStraighten(corners);
  const straighten = async () => {
    setWorking(true);
    const straight = await straightenPhoto(photo.file, corners);
    setWorking(false);
    if (straight) onUse(straight);
    else setFailed(true);
  };
  const takeAgain = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onTakeAgain(file);
  };
  return (
    <section className={own.preview} aria-labelledby="photo-heading">
      <h3 id="photo-heading" tabIndex={-1} ref={focus}>
        {numMore === 0 ? 'Check your photo' : `Check your photo (${numMore} more to check)`}
      </h3>
      <p id="corners-hint">
        {found
          ? 'We found the edges of the page. Check them. To move a corner, drag it or use the arrow keys.'
          : 'We couldn’t find the edges of the page. Drag the corners into place or move them with the arrow keys, or use the original photo.'}
      </p>
      <div className={own.pictures}>
        <CornerField picture={picture} corners={corners} onChange={setCorners} />
        {isPossible && <Straightened picture={picture} corners={corners} />}
      </div>
      {isChosen && !isPossible && (
        <p role="alert" className={styles.problem}>
          The page can’t be straightened with these corners. Move each to the matching corner of the page.
        </p>
      )}
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          This device couldn’t straighten the photo. You can still use the original.
        </p>
      )}
      <div className={`${styles.ways} ${own.ways}`}>
        <button
          className={isPossible ? styles.button : styles.quiet}
          type="button"
          disabled={!isPossible || isWorking}
          onClick={() => void straighten()}
        >
          {isWorking ? 'Straightening…' : 'Use straightened page'}
        </button>
        <button className={styles.quiet} type="button" disabled={isWorking} onClick={() => onUse(photo.file)}>
          Use original photo
        </button>
        {photo.isTaken && (
          <label className={`${styles.fileButton} ${own.again}`}>
            Retake photo
            <input
              type="file"
              accept="image/jpeg,image/png"
              capture="environment"
              disabled={isWorking}
              onChange={takeAgain}
            />
          </label>
        )}
        <button className={styles.quiet} type="button" disabled={isWorking} onClick={onRemove}>
          Don’t send photo
        </button>
      </div>
    </section>
  );
}

/** Focuses an element when it mounts. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** The names of the corners, in the order of `Corners`. */
const NAMES = ['Top left', 'Top right', 'Bottom right', 'Bottom left'];

const STEP = 0.005;
const LARGE_STEP = 0.05;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The photo, with a handle on each corner of the page. */
function CornerField({
  picture,
  corners,
  onChange,
}: {
  picture: Picture;
  corners: Corners;
  onChange: (corners: Corners) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ pointer: number; x: number; y: number } | null>(null);
  useEffect(() => {
    const pixels = new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
    canvas.current?.getContext('2d')?.putImageData(pixels, 0, 0);
  }, [picture]);
  const move = (at: number, { x, y }: Place) => {
    const moved: Place = { x: within(x), y: within(y) };
    const [a, b, c, d] = corners.map((corner, each) => (each === at ? moved : corner));
    if (a && b && c && d) onChange([a, b, c, d]);
  };
  const grab = (event: PointerEvent<HTMLButtonElement>, { x, y }: Place) => {
    if (dragged.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    // A finger rarely touches the exact center of a handle, so keep that offset during the drag.
    dragged.current = { pointer: event.pointerId, x: x - place.x, y: y - place.y };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>, at: number) => {
    if (dragged.current?.pointer !== event.pointerId) return;
    const { x, y } = placeOf(event);
    move(at, { x: x + dragged.current.x, y: y + dragged.current.y });
  };
  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const box = canvas.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const drop = ({ pointerId }: PointerEvent) => {
    if (dragged.current?.pointer === pointerId) dragged.current = null;
  };
  const step = (event: KeyboardEvent, at: number, { x, y }: Place) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const far = event.shiftKey ? LARGE_STEP : STEP;
    move(at, { x: x + direction[0] * far, y: y + direction[1] * far });
  };
  return (
    <div className={own.field} role="group" aria-label="Corners of the page">
      <div
        className={own.photo}
        style={{ maxWidth: `calc(65vh * ${picture.width / Math.max(1, picture.height)})` }}
      >
        <canvas ref={canvas} width={picture.width} height={picture.height} />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {corners.map((corner, at) => (
          <button
            key={NAMES[at]}
            className={own.corner}
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
            type="button"
            aria-label={`${NAMES[at]} corner: ${inPercent(corner.x)} from the left, ${inPercent(corner.y)} from the top`}
            aria-describedby="corners-hint"
            onPointerDown={(event) => grab(event, corner)}
            onPointerMove={(event) => drag(event, at)}
            onPointerUp={drop}
            onPointerCancel={drop}
            onKeyDown={(event) => step(event, at, corner)}
          />
        ))}
      </div>
    </div>
  );
}

function inPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Pixels on the longer side of the preview. */
const PREVIEW = 640;

function Straightened({ picture, corners }: { picture: Picture; corners: Corners }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawSheet(canvas.current, picture, corners, PREVIEW);
  }, [picture, corners]);
  return (
    <figure className={own.result}>
      <canvas ref={canvas} role="img" aria-label="The straightened page" />
      <figcaption>Straightened</figcaption>
    </figure>
  );
}
