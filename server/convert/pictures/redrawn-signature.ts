/** The name of the redrawn picture in the reader's folder. */
export const REDRAWN = 'redrawn.png';

/** A redrawn picture of a signature: a PNG in base64, and its size in pixels. */
export interface RedrawnSignature {
  readonly png: string;
  readonly width: number;
  readonly height: number;
}

/** The reader's report; null if the picture contains no ink. */
export type ReadSignature = Omit<RedrawnSignature, 'png'> | null;
