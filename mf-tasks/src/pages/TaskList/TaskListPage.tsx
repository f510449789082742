import { statusTypes } from '@obieg/contracts';
import { Button, DataTable, EmptyState, ErrorPanel, Notice, Page, PageHead } from '@obieg/ui';
import { isApiError, type Translate, usePageTitle } from '@obieg/web-kit';
import { useMemo, useRef } from 'react';
import { describeError, readReason } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { TaskFilters } from './TaskFilters';
import { countedAtMost, TaskTable } from './TaskTable';
import { taskColumns } from './task-columns';
import { useTaskPages } from './task-list.api';
import classes from './task-list.module.css';
import {
  isNarrowed,
  isOfSomePriorities,
  type TaskListFilters,
  useTaskListFilters,
} from './task-list-filters';
import { useTaskSearch } from './use-task-search';

interface NothingFoundProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
  search: string;
  onClearSearch: () => void;
}

/** Everybody's, however urgent. */
const anybodys = { assignedToMe: false, assignedToMyGroups: false, priorities: [] };

const NothingFound = ({ filters, onChange, search, onClearSearch }: NothingFoundProps) => {
  const t = useTaskMessages();
  const { assignedToMe, assignedToMyGroups } = filters;
  const isOwn = assignedToMe || assignedToMyGroups;
  const isFiltered = isNarrowed(filters);
  const everything = <Button onClick={() => onChange(anybodys)}>{t('list.showAll')}</Button>;
  if (search !== '') {
    const action = isFiltered ? (
      <Button icon="search" onClick={() => onChange({ ...anybodys, statusTypes })}>
        {t('list.searchEverywhere')}
      </Button>
    ) : (
      <Button onClick={onClearSearch}>{t('list.clearSearch')}</Button>
    );
    return (
      <EmptyState icon="search" title={t('list.empty')} action={action}>
        {t(isFiltered ? 'list.emptySearchHere' : 'list.emptySearch', { search })}
      </EmptyState>
    );
  }
  const isUrgencyChosen = isOfSomePriorities(filters);
  const describeEmpty = (): string => {
    if (isUrgencyChosen) return 'list.emptyPriorities';
    if (assignedToMyGroups) return 'list.emptyMyGroups';
    return assignedToMe ? 'list.emptyMine' : 'list.emptyAll';
  };
  return (
    <EmptyState
      icon="tasks"
      title={t('list.empty')}
      action={
        isOwn || isUrgencyChosen ? (
          everything
        ) : (
          <Button icon="add" to="/submit-task">
            {t('list.newTask')}
          </Button>
        )
      }
    >
      {t(describeEmpty())}
    </EmptyState>
  );
};

/** Why the list could not be had; undefined where an answer came that gives no reason. */
const describeFailure = (error: unknown, t: Translate): string | undefined => {
  const isAnswered = isApiError(error) && error.status !== undefined && error.status < 400;
  const reason = isAnswered ? readReason(error, t) : describeError(error, t);
  return reason === undefined ? undefined : t('list.failedWith', { reason });
};

/** Tasks that one may see, by the filters of spec 3 §2, by what one searches for, in the order of any column. */
export const Component = () => {
  const t = useTaskMessages();
  const { filters, changeFilters } = useTaskListFilters();
  const search = useTaskSearch();
  const question = useMemo(() => ({ ...filters, search: search.search }), [filters, search.search]);
  const pages = useTaskPages(question);
  const { tasks, total, error, isRefreshing, isFetchNextPageError, refresh } = pages;
  const columns = useMemo(() => taskColumns(t), [t]);
  const searchField = useRef<HTMLInputElement>(null);
  const clearSearch = (): void => {
    search.clear();
    searchField.current?.focus();
  };
  usePageTitle(t('list.title'));

  const describeFound = (): string => {
    if (!tasks || pages.isPlaceholderData) return '';
    if (!pages.hasNextPage) return t('list.found', { count: tasks.length });
    return total >= countedAtMost ? t('list.foundMany', { total }) : t('list.found', { count: total });
  };
  const hasFailed = error !== null && !isFetchNextPageError;
  const failure = hasFailed ? describeFailure(error, t) : undefined;
  return (
    <Page>
      <PageHead
        title={t('list.title')}
        badges={
          <p className={classes['found']} role="status">
            {describeFound()}
          </p>
        }
        actions={
          <>
            <Button icon="refresh" compact loading={isRefreshing} onClick={refresh}>
              {t('list.refresh')}
            </Button>
            <Button variant="primary" icon="add" to="/submit-task">
              {t('list.newTask')}
            </Button>
          </>
        }
      />
      <TaskFilters
        filters={filters}
        onChange={changeFilters}
        search={search}
        onClearSearch={clearSearch}
        searchField={searchField}
      />
      {hasFailed && tasks ? (
        <Notice
          tone="danger"
          {...(failure === undefined ? {} : { title: t('list.failed') })}
          actions={
            <Button loading={isRefreshing} onClick={refresh}>
              {t('list.retryMore')}
            </Button>
          }
        >
          {failure ?? t('list.failed')}
        </Notice>
      ) : null}
      <section className={classes['results']} aria-label={t('list.results')}>
        {tasks && tasks.length > 0 ? (
          <TaskTable pages={pages} tasks={tasks} question={question} onChange={changeFilters} />
        ) : (
          <DataTable
            label={t('list.title')}
            columns={columns}
            rows={tasks}
            rowKey={({ publicTaskId }) => publicTaskId}
            empty={
              <NothingFound
                // Its button goes away with what it was about.
                key={`${filters.assignedToMe} ${filters.assignedToMyGroups} ${filters.statusTypes} ${filters.priorities}`}
                filters={filters}
                onChange={changeFilters}
                search={search.search}
                onClearSearch={clearSearch}
              />
            }
            error={
              hasFailed ? (
                <ErrorPanel
                  title={t('list.failed')}
                  onRetry={refresh}
                  isRetrying={isRefreshing}
                  requestId={isApiError(error) ? error.requestId : undefined}
                >
                  {failure}
                </ErrorPanel>
              ) : undefined
            }
          />
        )}
      </section>
    </Page>
  );
};
