import { Button } from '../actions/Button';
import { useUiTexts } from '../provider/ui-context';
import classes from './data.module.css';

export interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onLoadMore: () => void;
  /** For example `50 z 132`. */
  summary?: string;
}

/** Footer of a paged list. */
export const LoadMore = ({ hasMore, isLoading, onLoadMore, summary }: LoadMoreProps) => {
  const texts = useUiTexts();
  return (
    <div className={classes['loadMore']}>
      {summary ? <span role="status">{summary}</span> : null}
      {hasMore ? (
        <Button loading={isLoading} onClick={onLoadMore}>
          {texts.loadMore}
        </Button>
      ) : null}
    </div>
  );
};
