import { Children, type CSSProperties, type ReactNode } from 'react';

const gaps = { xs: '0.625rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' } as const;

interface RowProps {
  children?: ReactNode;
  /** A step of the scale, or a length in CSS. */
  gap?: keyof typeof gaps | (string & {}) | undefined;
  align?: CSSProperties['alignItems'] | undefined;
  justify?: CSSProperties['justifyContent'] | undefined;
  role?: 'group';
  'aria-label'?: string;
}

const toStyle = ({ gap, align, justify }: Pick<RowProps, 'gap' | 'align' | 'justify'>): CSSProperties => ({
  ...(gap === undefined ? {} : { gap: Object.hasOwn(gaps, gap) ? gaps[gap as keyof typeof gaps] : gap }),
  ...(align === undefined ? {} : { alignItems: align }),
  ...(justify === undefined ? {} : { justifyContent: justify }),
});

export interface GroupProps extends RowProps {
  /** All children have the same width. */
  grow?: boolean;
}

/** Elements in a row that wraps. */
export const Group = ({ grow = false, gap, align, justify, children, ...attributes }: GroupProps) => (
  <div
    {...attributes}
    className="ob-group"
    data-grow={grow || undefined}
    style={{
      ...toStyle({ gap, align, justify }),
      ...(grow ? { '--group-children': Children.toArray(children).length } : {}),
    }}
  >
    {children}
  </div>
);

/** Elements in a column. */
export const Stack = ({ gap, align, justify, children, ...attributes }: RowProps) => (
  <div {...attributes} className="ob-stack" style={toStyle({ gap, align, justify })}>
    {children}
  </div>
);
