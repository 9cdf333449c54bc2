import type { ComponentProps, ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

/** How long the pointer rests before the tooltip shows, ms (docs/product/app-shell.md, "Timings"). */
const HOVER_DELAY = 500;

interface TooltipProps {
  /** Null for no tooltip. */
  content: ReactNode;
  children: ComponentProps<typeof Focusable>['children'];
}

/** Shows `content` beside the child when it is hovered or focused. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={HOVER_DELAY} isDisabled={content === null}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
