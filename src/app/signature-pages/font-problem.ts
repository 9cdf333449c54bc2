/** Why pages can't be laid out now: a font isn't on this device, a font is unreadable, or another reason. */
export type LayoutProblem = 'unreachable' | 'unreadable' | 'other';

/** A page's font can't be used. This module doesn't include the font engine, so every screen can import it. */
export class FontProblem extends Error {
  readonly problem: Exclude<LayoutProblem, 'other'>;

  constructor(problem: Exclude<LayoutProblem, 'other'>, options?: ErrorOptions) {
    super(`The font is ${problem}.`, options);
    this.name = 'FontProblem';
    this.problem = problem;
  }
}

export function layoutProblemOf(error: unknown): LayoutProblem {
  return error instanceof FontProblem ? error.problem : 'other';
}
