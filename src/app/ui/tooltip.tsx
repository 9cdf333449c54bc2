import type { ComponentProps, ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

/** docs/product/app-shell.md, "Timings": how long the pointer rests before the words show, ms. */
const HOVER_DELAY = 500;

/** Words that show beside something under the pointer or the focus. */
export function HoverWords({
  words,
  children,
}: {
  /** Null: there is nothing to say. */
  words: ReactNode;
  children: ComponentProps<typeof Focusable>['children'];
}) {
  return (
    <TooltipTrigger delay={HOVER_DELAY} isDisabled={words === null}>
      <Focusable>{children}</Focusable>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {words}
      </Tooltip>
    </TooltipTrigger>
  );
}
