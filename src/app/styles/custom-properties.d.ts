import 'react';

declare module 'react' {
  /** Components pass computed values, such as a depth or a share, to style sheets as custom properties. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
