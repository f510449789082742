import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { Button, EmptyState, IconButton } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useGroupList } from '../../api/groups.api';
import { useStatusList } from '../../api/statuses.api';
import type { useTransitionList } from '../../api/transitions.api';
import { useSearchParameter } from '../../browser/use-search-parameter';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import {
  arrangeTransitions,
  defaultOrder,
  noFilter,
  type SortKey,
  type TransitionOrder,
} from './arrange-transitions';
import { TransitionTools } from './TransitionTools';
import { createTransitionColumns, StatusName, type StatusTypes } from './transition-columns';
import classes from './transition-list.module.css';
import { useFoundTransitions } from './use-found-transitions';
import { useTransitionWords } from './use-transition-words';

const noStatuses: readonly WorkflowStatus[] = [];

const useStatusTypes = (statuses: readonly WorkflowStatus[]): StatusTypes =>
  useMemo(() => new Map(statuses.map(({ id, statusType }) => [id, statusType] as const)), [statuses]);

/** Returns the groups that at least one transition names. */
const useNamedGroups = (transitions: readonly StatusTransition[] | undefined) => {
  const { data: groups } = useGroupList();
  return useMemo(() => {
    const ids = new Set(
      transitions?.flatMap(({ targetGroupId, executorGroupIds }) => [targetGroupId, ...executorGroupIds]),
    );
    return (groups ?? []).filter(({ id }) => ids.has(id));
  }, [transitions, groups]);
};

interface GroupHeadProps {
  transition: StatusTransition;
  count: number;
  types: StatusTypes;
  canEdit: boolean;
}

/** Heading of the transitions from one status, with a link to create another one. */
const GroupHead = ({
  transition: { fromStatusId, fromStatusName },
  count,
  types,
  canEdit,
}: GroupHeadProps) => {
  const t = useAdminMessages();
  const name = fromStatusName ?? t('transitions.initial');
  return (
    <span className={classes['groupHead']}>
      <StatusName id={fromStatusId} name={name} types={types} />
      <span className={classes['count']}>{t('transitions.count', { count })}</span>
      {canEdit ? (
        <IconButton
          icon="add"
          label={t('transitions.addFrom', { name })}
          to={`/status-transitions/new${fromStatusId === null ? '' : `?from=${fromStatusId}`}`}
        />
      ) : null}
    </span>
  );
};

const NoTransitions = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  return (
    <EmptyState
      icon="transitions"
      title={t('transitions.empty')}
      action={
        canManageWorkflow ? (
          <Button variant="primary" to="/status-transitions/new">
            {t('transitions.createFirst')}
          </Button>
        ) : null
      }
    />
  );
};

const changeOrder = (order: TransitionOrder, by: string): TransitionOrder => ({
  by: by as SortKey,
  direction: order.by === by && order.direction === 'asc' ? 'desc' : 'asc',
});

interface TransitionTableProps {
  transitions: ReturnType<typeof useTransitionList>;
  onDelete: (transition: StatusTransition) => void;
  /** Whether there is room for columns of executors and conditions. */
  isWide: boolean;
}

/** Lists transitions by from-status, with search, filters and order; dims the inactive ones (spec 2 §2). */
export const TransitionTable = ({ transitions, onDelete, isWide }: TransitionTableProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const statuses = useStatusList().data ?? noStatuses;
  const types = useStatusTypes(statuses);
  const words = useTransitionWords();
  const [search, setSearch] = useSearchParameter();
  const [filter, setFilter] = useState(noFilter);
  const [order, setOrder] = useState(defaultOrder);
  const { data, error, isFetching, refetch } = transitions;
  const groups = useNamedGroups(data);
  const found = useFoundTransitions(data, { search, filter, words });
  const rows = useMemo(() => found && arrangeTransitions(found, statuses, order), [found, statuses, order]);
  const clear = (): void => {
    setSearch('');
    setFilter(noFilter);
  };
  return (
    <div className={classes['tableArea']}>
      {data && data.length > 0 ? (
        <TransitionTools
          search={search}
          onSearch={setSearch}
          filter={filter}
          onFilter={setFilter}
          order={order}
          onOrder={setOrder}
          groups={groups}
        />
      ) : null}
      <DataTable
        label={t('transitions.title')}
        columns={createTransitionColumns({
          t,
          types,
          words,
          isWide,
          canEdit: canManageWorkflow,
          onDelete,
        })}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/status-transitions/${id}`}
        isDimmed={({ isActive }) => !isActive}
        isRefreshing={isFetching}
        sort={{ ...order, onSort: (by) => setOrder(changeOrder(order, by)) }}
        groups={{
          keyOf: ({ fromStatusId }) => fromStatusId ?? '',
          heading: (part) =>
            part[0] ? (
              <GroupHead transition={part[0]} count={part.length} types={types} canEdit={canManageWorkflow} />
            ) : null,
        }}
        hasCompactCards
        empty={
          data?.length === 0 ? (
            <NoTransitions />
          ) : (
            <EmptyState
              icon="search"
              title={t('transitions.noMatch')}
              action={<Button onClick={clear}>{t('transitions.showAll')}</Button>}
            />
          )
        }
        error={
          error ? (
            <LoadFailure title={t('transitions.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
    </div>
  );
};
