import { Loading, SkeletonBar } from '../feedback/Skeletons';
import classes from './data.module.css';

const skeletonRows = [70, 45, 60, 80, 50, 65];

/** Placeholder of a loading table. */
export const TableSkeleton = ({ columns }: { columns: number }) => (
  <Loading>
    <div className={classes['tableBox']}>
      {skeletonRows.map((width) => (
        <div key={width} className={classes['skeletonRow']}>
          {Array.from({ length: Math.min(columns, 5) }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
            <SkeletonBar key={column} width={`${column === 1 ? width : Math.round(width * 0.6)}%`} />
          ))}
        </div>
      ))}
    </div>
  </Loading>
);
