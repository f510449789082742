import type { UiTexts } from '../i18n/pl';
import { useUiTexts } from '../ui-context';
import classes from './data.module.css';

export type Priority = 'HIGHEST' | 'HIGH' | 'NORMAL' | 'LOW' | 'LOWEST';

interface Look {
  text: keyof UiTexts;
  /** Chevrons in a box of 16. */
  path: string;
}

const looks: Record<Priority, Look> = {
  HIGHEST: { text: 'priorityHighest', path: 'M4 8l4-4 4 4M4 12.5l4-4 4 4' },
  HIGH: { text: 'priorityHigh', path: 'M4 10l4-4 4 4' },
  NORMAL: { text: 'priorityNormal', path: 'M4 6.25h8M4 9.75h8' },
  LOW: { text: 'priorityLow', path: 'M4 6l4 4 4-4' },
  LOWEST: { text: 'priorityLowest', path: 'M4 3.5l4 4 4-4M4 8l4 4 4-4' },
};

/** The words of spec 3 §3, for selects. */
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
  /** Keeps the word for screen readers and the tip. */
  compact?: boolean;
  /** On a ground of its colour, where it stands alone; in a list that would be too many colours. */
  boxed?: boolean;
}

/** Chevrons and the word. */
export const PriorityBadge = ({ priority, compact = false, boxed = false }: PriorityBadgeProps) => {
  const texts = useUiTexts();
  const { text, path } = looks[priority];
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
