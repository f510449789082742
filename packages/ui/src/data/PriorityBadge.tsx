import type { UiTexts } from '../i18n/pl';
import { useUiTexts } from '../provider/ui-context';
import classes from './data.module.css';

export type Priority = 'HIGHEST' | 'HIGH' | 'NORMAL' | 'LOW' | 'LOWEST';

interface Look {
  text: keyof UiTexts;
  /** SVG path in a 16 × 16 view box. */
  path: string;
}

const looks: Record<Priority, Look> = {
  HIGHEST: { text: 'priorityHighest', path: 'M4 8l4-4 4 4M4 12.5l4-4 4 4' },
  HIGH: { text: 'priorityHigh', path: 'M4 10l4-4 4 4' },
  NORMAL: { text: 'priorityNormal', path: 'M4 6.25h8M4 9.75h8' },
  LOW: { text: 'priorityLow', path: 'M4 6l4 4 4-4' },
  LOWEST: { text: 'priorityLowest', path: 'M4 3.5l4 4 4-4M4 8l4 4 4-4' },
};

/** Priority names (spec 3 §3), for selects. */
export const usePriorityLabels = (): Record<Priority, string> => {
  const texts = useUiTexts();
  return {
    HIGHEST: texts.priorityHighest,
    HIGH: texts.priorityHigh,
    NORMAL: texts.priorityNormal,
    LOW: texts.priorityLow,
    LOWEST: texts.priorityLowest,
  };
};

export interface PriorityBadgeProps {
  priority: Priority;
  /** Hides the text visually. Screen readers and the tooltip keep it. */
  compact?: boolean;
  /** Adds a background color. Too colorful for lists. */
  boxed?: boolean;
}

/** Chevrons with the priority's name. */
export const PriorityBadge = ({ priority, compact = false, boxed = false }: PriorityBadgeProps) => {
  const texts = useUiTexts();
  // A newer server may send a priority that this page does not know.
  const { text, path } = looks[priority] ?? looks.NORMAL;
  return (
    <span
      className={classes['priority']}
      data-priority={priority}
      data-boxed={boxed}
      title={compact ? texts[text] : undefined}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={classes['chevrons']}>
        <path d={path} />
      </svg>
      <span className={compact ? 'ob-visually-hidden' : undefined}>{texts[text]}</span>
    </span>
  );
};
