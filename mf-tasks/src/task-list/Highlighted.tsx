import type { TaskMatch } from '@obieg/contracts';
import { Fragment } from 'react';
import classes from './task-list.module.css';

/** Text with its matches marked. */
export const Highlighted = ({ snippet, ranges }: Pick<TaskMatch, 'snippet' | 'ranges'>) => (
  <>
    {ranges.map(([start, end], index) => (
      <Fragment key={start}>
        {snippet.slice(ranges[index - 1]?.[1] ?? 0, start)}
        <mark className={classes['mark']}>{snippet.slice(start, end)}</mark>
      </Fragment>
    ))}
    {snippet.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);
