import {
  Button,
  Card,
  EmptyState,
  IconButton,
  Notice,
  Page,
  PageHead,
  QueryView,
  SkeletonLines,
} from '@obieg/ui';
import { LoadMore, ViewSwitch } from '@obieg/ui/lists';
import { describeError, usePageTitle, useSearchParams } from '@obieg/web-kit';
import { useMemo } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { groupEntries, type InboxGroup } from './group-entries';
import { InboxRow, type RowActions } from './InboxRow';
import { type InboxView, inboxViews, useInbox } from './inbox.api';
import classes from './inbox.module.css';
import { useInboxActions } from './use-inbox-actions';
import { useInboxKeys } from './use-inbox-keys';

const viewIcons = { unread: 'bell', all: 'inbox', snoozed: 'clock' } as const;

const useView = () => {
  const [params, setParams] = useSearchParams();
  const view = inboxViews.find((name) => name === params.get('show')) ?? 'unread';
  const change = (wanted: InboxView): void => setParams(wanted === 'unread' ? {} : { show: wanted });
  return [view, change] as const;
};

interface GroupsProps {
  groups: readonly InboxGroup[];
  view: InboxView;
  actions: RowActions;
  onUndo: () => void;
}

const Groups = ({ groups, view, actions, onUndo }: GroupsProps) => {
  const t = useTaskMessages();
  const { rowProps } = useInboxKeys(groups, { ...actions, view, onUndo });
  return (
    <>
      <Card flush>
        <ul className={classes['rows']} aria-label={t('inbox.title')}>
          {groups.map((group) => (
            <InboxRow
              key={group.task.publicTaskId}
              group={group}
              view={view}
              {...actions}
              {...rowProps(group)}
            />
          ))}
        </ul>
      </Card>
      <p className={classes['keys']}>{t('inbox.keys')}</p>
    </>
  );
};

/** Page `/inbox`: the news of tasks, grouped by task. */
export const Component = () => {
  const t = useTaskMessages();
  usePageTitle(t('inbox.title'));
  const [view, changeView] = useView();
  const inbox = useInbox(view);
  const { entries, error, hasNextPage, isFetchingNextPage, unreadCount } = inbox;
  const groups = useMemo(() => groupEntries(entries ?? []), [entries]);
  const { actions, readAll, undo, failure, isChanging } = useInboxActions();
  const newestId = Math.max(0, ...(entries ?? []).map(({ id }) => id));
  const reason = error === null ? undefined : describeError(error);
  return (
    <Page width="form">
      <PageHead
        title={t('inbox.title')}
        actions={
          <>
            {unreadCount > 0 && view !== 'snoozed' ? (
              <Button icon="check" compact loading={isChanging} onClick={() => readAll(newestId)}>
                {t('inbox.readAll')}
              </Button>
            ) : null}
            <IconButton icon="settings" label={t('inbox.settings.title')} to="/inbox/settings" />
          </>
        }
      />
      <div className={classes['views']}>
        <ViewSwitch
          label={t('inbox.view')}
          options={inboxViews.map((value) => ({
            value,
            label: t(`inbox.views.${value}`),
            icon: viewIcons[value],
          }))}
          value={view}
          onChange={changeView}
        />
      </div>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {error && entries ? (
        <Notice
          tone="danger"
          actions={<Button onClick={() => void inbox.refetch()}>{t('list.retryMore')}</Button>}
        >
          {t('inbox.failedWith', { reason: reason ?? '' })}
        </Notice>
      ) : null}
      <QueryView
        query={inbox}
        failure={t('inbox.failed')}
        describeFailure={() => reason}
        skeleton={
          <Card>
            <SkeletonLines lines={8} />
          </Card>
        }
      >
        {() =>
          groups.length > 0 ? (
            <Groups groups={groups} view={view} actions={actions} onUndo={undo} />
          ) : (
            <EmptyState icon={viewIcons[view]} title={t(`inbox.empty.${view}`)}>
              {view === 'unread' ? t('inbox.emptyHelp') : null}
            </EmptyState>
          )
        }
      </QueryView>
      {hasNextPage ? (
        <LoadMore hasMore isLoading={isFetchingNextPage} onLoadMore={() => void inbox.fetchNextPage()} />
      ) : null}
    </Page>
  );
};
