import 'react';

declare module 'react' {
  /** Style sheets read what a component computes (a depth, a share) as custom properties. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
