import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface TextProps {
  children: ReactNode;
  as?: 'p' | 'span' | 'div' | 'strong';
  size?: 'small' | 'normal' | 'large';
  muted?: boolean;
  /** Truncates the text after this many lines. */
  lines?: 1 | 2;
  /** Keeps line breaks of user text (descriptions, comments). */
  preserveLines?: boolean;
}

export const Text = ({
  children,
  as: Element = 'p',
  size = 'normal',
  muted = false,
  lines,
  preserveLines = false,
}: TextProps) => {
  const names = [
    classes['text'],
    classes[`text-${size}`],
    muted && classes['muted'],
    lines && classes[`lines-${lines}`],
    preserveLines && classes['preserve'],
  ];
  return <Element className={names.filter(Boolean).join(' ')}>{children}</Element>;
};

export interface HeadingProps {
  children: ReactNode;
  /** Font size: 1 is 24 pixels (page), 2 is 20 (section), 3 is 16 (card). Levels 2 and 3 render an `h2`. */
  level: 1 | 2 | 3;
  /** Allows moving the focus to the heading, for example when the question changes. */
  focusable?: boolean;
  ref?: React.Ref<HTMLHeadingElement>;
}

export const Heading = ({ children, level, focusable = false, ref }: HeadingProps) => {
  const Element = level === 1 ? 'h1' : 'h2';
  return (
    <Element ref={ref} className={classes[`heading-${level}`]} tabIndex={focusable ? -1 : undefined}>
      {children}
    </Element>
  );
};

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="ob-visually-hidden">{children}</span>
);
