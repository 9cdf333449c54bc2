import type { ReactNode } from 'react';
import type { AdoptedSignature, Drawing, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { FILLED } from '../../contract/rules/signing/fields/fill-tabs.ts';
import { CHECK_MARK, placeCheckMark } from '../../contract/rules/signing/fields/place-check-mark.ts';
import { placeSignature } from '../../contract/rules/signing/fields/place-signature.ts';
import type { Entries } from '../store/merge-room.ts';
import { Drawn } from './drawn.tsx';
import { idOfTab } from './field-list.tsx';
import styles from '../signing-room.module.css';

/** The usual font size of an entry, in points, and the usual proportions of its letters. */
const USUAL = 11;
const SMALLEST = 3;
const LETTER_WIDTH = 0.47;
const LINE_HEIGHT = 1.2;

/** A page as the server drew it, with the signatory's entries in their places. */
export function PagePicture({
  page,
  adopted,
  entries,
  isSigned,
  isPreview = false,
  label,
  children,
}: {
  page: RoomPage;
  /** Null in a preview without signatures. */
  adopted: AdoptedSignature | null;
  entries: Entries;
  isSigned: boolean;
  /** Whether the page has no controls. The entries are then in their places on every screen. */
  isPreview?: boolean;
  label: string;
  /** The controls of the page's fields. On a wide screen they are in their places, and on a narrow screen below the page. */
  children?: ReactNode;
}) {
  const { width, height, svg, text, fields, tabs } = page;
  return (
    <figure className={styles.figure}>
      <div className={styles.sheet}>
        <div className={styles.paper}>
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
            alt={label}
            width={width}
            height={height}
          />
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
            {fields.map((field, index) =>
              !isSigned || !adopted ? (
                <Place key={index} box={field} />
              ) : field.purpose === 'signature' ? (
                <Ink key={index} box={field} drawing={adopted} />
              ) : (
                <Entry key={index} box={field} text={entries.day} />
              ),
            )}
            <g className={isSigned || isPreview ? undefined : styles.mirror}>
              {tabs.map((tab) => (
                <Tab
                  key={tab.uuid}
                  tab={tab}
                  value={entries.values[tab.uuid] ?? ''}
                  adopted={adopted}
                  isSigned={isSigned}
                />
              ))}
            </g>
          </svg>
        </div>
        {children}
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

type Box = Pick<RoomPage['fields'][number], 'x' | 'y' | 'width' | 'height'>;

/** The entry of a field. On a narrow screen, a touch leads to its control below the page. */
function Tab({
  tab,
  value,
  adopted,
  isSigned,
}: {
  tab: RoomPage['tabs'][number];
  value: string;
  adopted: AdoptedSignature | null;
  isSigned: boolean;
}) {
  return (
    <g onClick={() => document.getElementById(idOfTab(tab.uuid))?.focus()}>
      {!isSigned && tab.type !== 'effective_date' && <Place box={tab} />}
      {tab.type === 'custom' && value !== '' && <Entry box={tab} text={value} />}
      {tab.type === 'checkbox' && value === FILLED && <CheckMark box={tab} />}
      {tab.type === 'initials' && value === FILLED && adopted?.initials && (
        <Ink box={tab} drawing={adopted.initials} />
      )}
    </g>
  );
}

function Place({ box: { x, y, width, height } }: { box: Box }) {
  return <rect className={styles.place} x={x} y={y} width={width} height={height} />;
}

function Ink({ box, drawing }: { box: Box; drawing: Drawing }) {
  const { x, y, scale } = placeSignature(box, drawing);
  return (
    <Drawn className={styles.ink} drawing={drawing} transform={`translate(${x} ${y}) scale(${scale})`} />
  );
}

function CheckMark({ box }: { box: Box }) {
  const { x, y, scale } = placeCheckMark(box);
  return <path className={styles.ink} d={CHECK_MARK} transform={`translate(${x} ${y}) scale(${scale})`} />;
}

function Entry({ box, text }: { box: Box; text: string }) {
  const { size, lines } = wrapEntry(text, box);
  const bottom = box.y + box.height - 2 - size * 0.2;
  return (
    <text className={styles.entry} fontSize={size}>
      {lines.map((line, index) => (
        <tspan key={index} x={box.x + 2} y={bottom - (lines.length - 1 - index) * size * 1.2}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/**
 * Returns approximately how an entry is printed in its field: its font size and its lines. The server measures the actual
 * letters.
 */
function wrapEntry(
  text: string,
  { width, height }: { width: number; height: number },
): { size: number; lines: string[] } {
  for (let size = USUAL; ; size -= 0.5) {
    const lines = wrap(text, Math.max(1, Math.floor((width - 4) / (size * LETTER_WIDTH))));
    if (lines.length * size * LINE_HEIGHT <= height + 2 || size <= SMALLEST) return { size, lines };
  }
}

function wrap(text: string, perLine: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= perLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${perLine}}`, 'gu')) ?? []);
}
