import type { StatusTransition, StatusType } from '@obieg/contracts';
import { Badge, Button, type Column, DataTable, EmptyState, IconButton, StatusBadge } from '@obieg/ui';
import { type Translate, usePermissions } from '@obieg/web-kit';
import { useMemo } from 'react';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import { useStatusList } from '../../statuses.api';
import type { useTransitionList } from '../../transitions.api';
import classes from './transition-list.module.css';
import { narrowListMedia, useMedia } from './use-media';

type StatusTypes = ReadonlyMap<number, StatusType>;

const StatusCell = ({ type, name }: { type: StatusType | undefined; name: string }) => (
  <span className={classes['status']} title={name}>
    {type ? <StatusBadge type={type}>{name}</StatusBadge> : <Badge>{name}</Badge>}
  </span>
);

type DataColumns = Record<'from' | 'to' | 'name' | 'targetGroup' | 'active', Column<StatusTransition>>;

const createDataColumns = (t: Translate, types: StatusTypes): DataColumns => ({
  from: {
    id: 'from',
    header: t('transitions.columns.from'),
    cell: ({ fromStatusId, fromStatusName }) =>
      fromStatusId === null ? (
        <Badge icon="run">{t('transitions.initial')}</Badge>
      ) : (
        <StatusCell type={types.get(fromStatusId)} name={fromStatusName ?? ''} />
      ),
  },
  to: {
    id: 'to',
    header: t('transitions.columns.to'),
    cell: ({ toStatusId, toStatusName }) => <StatusCell type={types.get(toStatusId)} name={toStatusName} />,
  },
  name: {
    id: 'name',
    header: t('transitions.columns.name'),
    isMain: true,
    width: '200px',
    cell: ({ name }) => name,
  },
  targetGroup: {
    id: 'targetGroup',
    header: t('transitions.columns.targetGroup'),
    width: '104px',
    cell: ({ targetGroupName }) => targetGroupName ?? t('transitions.none'),
  },
  active: {
    id: 'active',
    header: t('transitions.columns.active'),
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'success' : 'neutral'}>
        {t(isActive ? 'transitions.yes' : 'transitions.no')}
      </Badge>
    ),
  },
});

/** Uses non-breaking spaces, so that a stacked header breaks only between its two parts. */
const preventBreaks = (header: string): string => header.replaceAll(' ', '\u00a0');

/** Combines two columns into one that shows the second value below the first. */
const stackColumns = (
  first: Column<StatusTransition>,
  second: Column<StatusTransition>,
  width: string,
): Column<StatusTransition> => ({
  id: first.id,
  header: `${preventBreaks(first.header)} / ${preventBreaks(second.header)}`,
  width,
  cell: (transition) => (
    <div className={classes['stacked']}>
      <div>{first.cell(transition)}</div>
      <div>{second.cell(transition)}</div>
    </div>
  ),
});

/** Arranges the columns of spec 2 §2; stacks them in pairs when the list is narrow. */
const arrangeColumns = (
  { from, to, name, targetGroup, active }: DataColumns,
  isNarrow: boolean,
): Column<StatusTransition>[] =>
  isNarrow
    ? [
        stackColumns(from, to, '154px'),
        { ...name, width: 'auto' },
        stackColumns(targetGroup, active, '104px'),
      ]
    : [from, to, name, targetGroup, active];

const createActionColumn = (
  t: Translate,
  canEdit: boolean,
  onDelete: (transition: StatusTransition) => void,
): Column<StatusTransition> => ({
  id: 'actions',
  header: t('transitions.columns.actions'),
  kind: 'actions',
  cell: (transition) => {
    const { id, name } = transition;
    return (
      <>
        <IconButton icon="visible" label={t('transitions.view', { name })} to={`/status-transitions/${id}`} />
        {canEdit ? (
          <>
            <IconButton
              icon="edit"
              label={t('transitions.edit', { name })}
              to={`/status-transitions/${id}/edit`}
            />
            <IconButton
              icon="delete"
              label={t('transitions.delete', { name })}
              onClick={() => onDelete(transition)}
            />
          </>
        ) : null}
      </>
    );
  },
});

interface TransitionTableProps {
  transitions: ReturnType<typeof useTransitionList>;
  onDelete: (transition: StatusTransition) => void;
}

/** Lists all transitions; dims the inactive ones (spec 2 §2). */
export const TransitionTable = ({ transitions, onDelete }: TransitionTableProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data: statuses } = useStatusList();
  const types = useMemo(
    () => new Map(statuses?.map(({ id, statusType }) => [id, statusType] as const)),
    [statuses],
  );
  const isNarrow = useMedia(narrowListMedia);
  const { data, error, isFetching, refetch } = transitions;
  return (
    <DataTable
      label={t('transitions.title')}
      columns={[
        ...arrangeColumns(createDataColumns(t, types), isNarrow),
        createActionColumn(t, canManageWorkflow, onDelete),
      ]}
      rows={data}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/status-transitions/${id}`}
      isDimmed={({ isActive }) => !isActive}
      isRefreshing={isFetching}
      empty={
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
      }
      error={
        error ? (
          <LoadFailure title={t('transitions.failed')} query={{ error, isFetching, refetch }} />
        ) : undefined
      }
    />
  );
};
