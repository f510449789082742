import { limits } from '@obieg/contracts/limits';
import { LoadMore } from '@obieg/ui/lists';
import { type ReactNode, useState } from 'react';
import { useAdminMessages } from '../i18n/messages';

interface IncrementalList<Row> {
  visibleRows: readonly Row[] | undefined;
  /** "Load more" button for below the list; null if the list fits on one page. */
  footer: ReactNode;
}

/** Renders a fully loaded list one page at a time, because thousands of rows would block the browser. */
export const useIncrementalList = <Row,>(rows: readonly Row[] | undefined): IncrementalList<Row> => {
  const t = useAdminMessages();
  const [pageCount, setPageCount] = useState(1);
  const visibleRows = rows?.slice(0, pageCount * limits.pageSize);
  if (!rows || !visibleRows || rows.length <= limits.pageSize) return { visibleRows, footer: null };
  return {
    visibleRows,
    footer: (
      <LoadMore
        hasMore={visibleRows.length < rows.length}
        isLoading={false}
        summary={t('list.part', { shown: visibleRows.length, all: rows.length })}
        onLoadMore={() => setPageCount(pageCount + 1)}
      />
    ),
  };
};
