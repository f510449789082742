import type { ReactNode } from 'react';
import { useUiTexts } from '../provider/ui-context';
import classes from './feedback.module.css';
import { useAfterDelay } from './useAfterDelay';

/** Varied widths in percent, to look like text. */
const lineWidths = [92, 78, 85, 60, 70];

export const SkeletonBar = ({
  width = '100%',
  height = 12,
}: {
  width?: string | number;
  height?: number;
}) => <span className={classes['bar']} style={{ width, height }} />;

/** Announces "loading" and hides the placeholder from screen readers. It becomes visible after 150 ms. */
export const Loading = ({ children }: { children: ReactNode }) => {
  const texts = useUiTexts();
  const isVisible = useAfterDelay(true);
  return (
    <div role="status" aria-busy="true" className={classes['loading']}>
      <span className="ob-visually-hidden">{texts.loading}</span>
      <div aria-hidden="true" style={{ visibility: isVisible ? 'visible' : 'hidden' }}>
        {children}
      </div>
    </div>
  );
};

export const SkeletonLines = ({ lines = 3 }: { lines?: number }) => (
  <div className={classes['lines']}>
    {Array.from({ length: lines }, (_, line) => (
      <SkeletonBar key={lineWidths[line] ?? line} width={`${lineWidths[line % lineWidths.length]}%`} />
    ))}
  </div>
);

/** Placeholder of a loading card. */
export const SkeletonCard = ({ lines = 4 }: { lines?: number }) => (
  <Loading>
    <div className={classes['skeletonCard']}>
      <SkeletonBar width="35%" height={18} />
      <SkeletonLines lines={lines} />
    </div>
  </Loading>
);
