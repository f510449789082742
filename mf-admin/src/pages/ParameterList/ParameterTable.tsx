import type { WorkflowParameter } from '@obieg/contracts';
import { Button, EmptyState, foldText, Notice } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { getRejectionReason, isPreconditionFailed, usePermissions } from '@obieg/web-kit';
import { type ReactNode, useMemo, useState } from 'react';
import { useDeleteParameter, useMoveParameter } from '../../api/parameters.api';
import { useSearchParameter } from '../../browser/use-search-parameter';
import { type ConditionTexts, useConditionTexts } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { SearchField } from '../../lists/SearchField';
import { SortableArea } from '../../sorting/SortableArea';
import { DeletionImpact } from '../../task-impact/ChangeImpact';
import { useParameterUses } from '../../workflow-entities/use-parameter-uses';
import { createParameterColumns } from './parameter-columns';
import classes from './parameter-list.module.css';
import {
  arrangeQuestions,
  filterQuestions,
  findObstacle,
  moveRow,
  type ParameterNode,
} from './question-order';
import { type RefusedMove, RefusedMoveNotice } from './RefusedMoveNotice';
import { SortableParameterRow } from './SortableParameterRow';

interface ParameterTableProps {
  parameters: readonly WorkflowParameter[] | undefined;
  isRefreshing: boolean;
  empty: ReactNode;
  error: ReactNode;
}

const noParameters: readonly WorkflowParameter[] = [];

const describeNode = (
  { parameter: { parameterName, displayName, description, dictionaryValues, dependencies } }: ParameterNode,
  { nameOf }: ConditionTexts,
): string =>
  foldText(
    [
      parameterName,
      displayName,
      description ?? '',
      ...dictionaryValues.map(({ value }) => value),
      ...dependencies.map(({ parentParameterId }) => nameOf(parentParameterId)),
    ].join('\n'),
  );

/** Returns the parameters in asking order, only those with all searched words and what they depend on. */
const useShownNodes = (
  parameters: readonly WorkflowParameter[],
  search: string,
  texts: ConditionTexts,
): readonly ParameterNode[] => {
  const nodes = useMemo(() => arrangeQuestions(parameters), [parameters]);
  return useMemo(() => {
    const searched = foldText(search).split(/\s+/).filter(Boolean);
    if (searched.length === 0) return nodes;
    return filterQuestions(nodes, (node) => {
      const text = describeNode(node, texts);
      return searched.every((word) => text.includes(word));
    });
  }, [nodes, search, texts]);
};

const NothingFound = ({ onClear }: { onClear: () => void }) => {
  const t = useAdminMessages();
  return (
    <EmptyState
      icon="search"
      title={t('parameters.noMatch')}
      action={<Button onClick={onClear}>{t('parameters.showAll')}</Button>}
    />
  );
};

interface SortableNodesProps {
  nodes: readonly ParameterNode[];
  onMove: (from: number, to: number) => void;
  describeObstacle: (from: number, to: number) => string | undefined;
  children: ReactNode;
}

const SortableNodes = ({ nodes, onMove, describeObstacle, children }: SortableNodesProps) => (
  <SortableArea
    ids={nodes.map(({ parameter }) => parameter.id)}
    getName={(id) => nodes.find(({ parameter }) => parameter.id === id)?.parameter.displayName ?? ''}
    onMove={onMove}
    describeObstacle={describeObstacle}
  >
    {children}
  </SortableArea>
);

/**
 * Table of parameters in asking order. Workflow managers can move and delete them. A move changes the place of one row,
 * and is refused past a row that the moved one depends on, or that depends on it.
 */
export const ParameterTable = ({ parameters, isRefreshing, empty, error }: ParameterTableProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { mutate: saveMove } = useMoveParameter();
  const [refused, setRefused] = useState<RefusedMove>();
  const deletion = useDeleteParameter();
  const [search, setSearch] = useSearchParameter();
  const [parameterToDelete, setParameterToDelete] = useState<WorkflowParameter>();
  const [failure, setFailure] = useState<string>();
  const texts = useConditionTexts(parameters);
  const describeUses = useParameterUses();
  const all = parameters ?? noParameters;
  const nodes = useShownNodes(all, search, texts);
  const canMove = canManageWorkflow && search === '';
  const describeObstacle = (from: number, to: number): string | undefined => {
    const obstacle = findObstacle(nodes, from, to);
    return (
      obstacle &&
      t('parameters.askedLater', {
        name: obstacle.later.displayName,
        awaited: obstacle.earlier.displayName,
      })
    );
  };
  const move = (from: number, to: number): void => {
    const movedId = nodes[from]?.parameter.id;
    const obstacle = describeObstacle(from, to);
    setFailure(obstacle);
    setRefused(undefined);
    if (movedId === undefined || obstacle !== undefined) return;
    const parameterIds = moveRow(nodes, from, to);
    const expectedOrder = nodes.map(({ parameter }) => parameter.id);
    saveMove(
      { parameterIds, movedId, expectedOrder },
      {
        onError: (reason) => {
          if (isPreconditionFailed(reason)) setRefused({ movedId, parameterIds });
          else setFailure(`${t('parameters.orderFailed')} ${getRejectionReason(reason) ?? ''}`.trim());
        },
      },
    );
  };
  const table = (
    <DataTable
      label={t('parameters.title')}
      columns={createParameterColumns({
        t,
        texts,
        nodes,
        actions: canManageWorkflow
          ? { move: canMove ? move : undefined, remove: setParameterToDelete, describeUses }
          : undefined,
      })}
      rows={parameters && nodes}
      rowKey={({ parameter }) => parameter.id}
      rowHref={({ parameter }) => `/workflow-parameters/${parameter.id}`}
      isDimmed={({ parameter }) => !parameter.isActive}
      isRefreshing={isRefreshing}
      hasCompactCards
      rowFrame={canMove ? SortableParameterRow : undefined}
      empty={all.length === 0 ? empty : <NothingFound onClear={() => setSearch('')} />}
      error={error}
    />
  );
  return (
    <div className={classes['area']}>
      {all.length > 0 ? (
        <SearchField
          label={t('parameters.search')}
          placeholder={t('parameters.search')}
          clearLabel={t('parameters.clearSearch')}
          value={search}
          onSearch={setSearch}
        />
      ) : null}
      {failure === undefined ? null : (
        <Notice tone="danger" onDismiss={() => setFailure(undefined)}>
          {failure}
        </Notice>
      )}
      {refused && canMove ? (
        <RefusedMoveNotice
          refused={refused}
          nodes={nodes}
          onMove={move}
          onDismiss={() => setRefused(undefined)}
        />
      ) : null}
      {canMove ? (
        <SortableNodes nodes={nodes} onMove={move} describeObstacle={describeObstacle}>
          {table}
        </SortableNodes>
      ) : (
        table
      )}
      <DeleteDialog
        shown={parameterToDelete}
        name={parameterToDelete?.displayName}
        texts="parameters"
        deletion={deletion}
        isReasonEnough
        onClose={() => setParameterToDelete(undefined)}
      >
        {parameterToDelete ? <DeletionImpact kind="parameter" id={parameterToDelete.id} /> : null}
      </DeleteDialog>
    </div>
  );
};
