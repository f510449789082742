import { limits } from '@obieg/contracts/limits';
import { LoadMore } from '@obieg/ui';
import { type ReactNode, useState } from 'react';
import { useAdminMessages } from './messages';

interface ListPart<Row> {
  part: readonly Row[] | undefined;
  /** Below the part; nothing for a list that is shown whole. */
  footer: ReactNode;
}

/** A list that is here as a whole, drawn a page at a time: thousands of rows at once would keep the browser busy. */
export const useIncrementalList = <Row,>(rows: readonly Row[] | undefined): ListPart<Row> => {
  const t = useAdminMessages();
  const [pages, setPages] = useState(1);
  const part = rows?.slice(0, pages * limits.pageSize);
  if (!rows || !part || rows.length <= limits.pageSize) return { part, footer: null };
  return {
    part,
    footer: (
      <LoadMore
        hasMore={part.length < rows.length}
        isLoading={false}
        summary={t('list.part', { shown: part.length, all: rows.length })}
        onLoadMore={() => setPages(pages + 1)}
      />
    ),
  };
};
