import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface TextProps {
  children: ReactNode;
  as?: 'p' | 'span' | 'div' | 'strong';
  size?: 'small' | 'normal' | 'large';
  muted?: boolean;
  /** Cut after so many lines. */
  lines?: 1 | 2;
  /** Keeps the line breaks that somebody typed (descriptions, comments). */
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
  /** 1 looks like a page's title (24), 2 like a section's (20), 3 like a card's (16), which is a section's too. */
  level: 1 | 2 | 3;
  /** For moving the focus to it when the question or step changes. */
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

/** For screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="ob-visually-hidden">{children}</span>
);
