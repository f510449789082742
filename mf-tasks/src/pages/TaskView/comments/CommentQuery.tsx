import { Button, Notice, QueryView, SkeletonLines } from '@obieg/ui';
import { describeError } from '@obieg/web-kit';
import type { ComponentProps, ReactNode } from 'react';
import { useTaskMessages } from '../../../i18n/messages';

interface CommentQueryProps<T> {
  query: ComponentProps<typeof QueryView<T>>['query'];
  /** Says what could not be loaded, and why. */
  describeFailure: (reason: string) => string;
  children: (data: T) => ReactNode;
}

/** What a dialog loads about a comment. */
export const CommentQuery = <T,>({ query, describeFailure, children }: CommentQueryProps<T>) => {
  const t = useTaskMessages();
  return (
    <QueryView
      query={query}
      failure={(error) => (
        <Notice
          tone="danger"
          actions={
            <Button icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('task.refresh')}
            </Button>
          }
        >
          {describeFailure(describeError(error))}
        </Notice>
      )}
      skeleton={<SkeletonLines lines={3} />}
    >
      {children}
    </QueryView>
  );
};
