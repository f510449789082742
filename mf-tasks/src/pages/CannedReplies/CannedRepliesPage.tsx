import { type CannedReply, cannedReplyLimits } from '@obieg/contracts';
import { Button, DateTime, EmptyState, IconButton, Page, PageHead, QueryFailure } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { describeError, type Translate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { Suspense, useMemo, useState } from 'react';
import { useCannedReplies } from '../../canned-replies/canned-replies.api';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import classes from './canned-replies.module.css';

const ReplyDialog = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-canned-reply-dialog" */ './ReplyDialog'),
);
const DeleteReply = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-delete-canned-reply" */ './DeleteReply'),
);

/** What the page does with a reply; `reply` is undefined for a new one. */
type Action = { kind: 'edit'; reply: CannedReply | undefined } | { kind: 'delete'; reply: CannedReply };

const createColumns = (
  t: Translate,
  canEdit: boolean,
  start: (action: Action) => void,
): Column<CannedReply>[] => [
  { id: 'name', header: t('replies.name'), isMain: true, width: '260px', cell: ({ name }) => name },
  {
    id: 'content',
    header: t('replies.content'),
    inCards: 'subtitle',
    cell: ({ content }) => <span className={classes['preview']}>{content}</span>,
  },
  {
    id: 'updatedAt',
    header: t('replies.updatedAt'),
    width: '180px',
    cell: ({ updatedAt }) => <DateTime value={updatedAt} />,
  },
  ...(canEdit
    ? [
        {
          id: 'actions',
          header: t('replies.actions'),
          kind: 'actions' as const,
          cell: (reply: CannedReply) => (
            <>
              <IconButton
                icon="edit"
                label={t('replies.editNamed', { name: reply.name })}
                onClick={() => start({ kind: 'edit', reply })}
              />
              <IconButton
                icon="delete"
                label={t('replies.deleteNamed', { name: reply.name })}
                onClick={() => start({ kind: 'delete', reply })}
              />
            </>
          ),
        },
      ]
    : []),
];

/** Lists the organization's canned replies. Operators change them; other members read them. */
export const Component = () => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const query = useCannedReplies();
  const { data: replies, error } = query;
  const [action, setAction] = useState<Action>();
  const columns = useMemo(
    () => createColumns(t, hasOperatorPermission, setAction),
    [t, hasOperatorPermission],
  );
  usePageTitle(t('replies.title'));
  const isFull = (replies?.length ?? 0) >= cannedReplyLimits.max;
  const addButton = hasOperatorPermission ? (
    <Button
      variant="primary"
      icon="add"
      disabledReason={isFull ? t('replies.full', { max: cannedReplyLimits.max }) : undefined}
      onClick={() => setAction({ kind: 'edit', reply: undefined })}
    >
      {t('replies.add')}
    </Button>
  ) : null;
  const close = (): void => setAction(undefined);
  return (
    <Page>
      <PageHead title={t('replies.title')} lead={t('replies.lead')} actions={addButton} />
      <DataTable
        label={t('replies.title')}
        columns={columns}
        rows={replies}
        rowKey={({ id }) => id}
        isRefreshing={query.isFetching}
        empty={
          <EmptyState icon="comment" title={t('replies.empty')} action={addButton}>
            {t('replies.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <QueryFailure title={t('replies.loadFailed')} query={query}>
              {describeError(error)}
            </QueryFailure>
          ) : undefined
        }
      />
      <Suspense>
        {action?.kind === 'edit' ? <ReplyDialog existing={action.reply} onClose={close} /> : null}
        {action?.kind === 'delete' ? <DeleteReply reply={action.reply} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
};
