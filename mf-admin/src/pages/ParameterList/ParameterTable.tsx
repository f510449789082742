import type { WorkflowParameter } from '@obieg/contracts';
import { DataTable, Notice } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { type ReactNode, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { useReorderParameters } from '../../parameters.api';
import { getRejectionReason } from '../../rejection';
import { SortableArea } from '../../sorting/SortableArea';
import { DeleteParameterDialog } from '../Parameter/DeleteParameterDialog';
import { createParameterColumns } from './parameter-columns';
import { SortableParameterRow } from './SortableParameterRow';

interface ParameterTableProps {
  parameters: readonly WorkflowParameter[] | undefined;
  isRefreshing: boolean;
  empty: ReactNode;
  error: ReactNode;
}

const noParameters: readonly WorkflowParameter[] = [];

/** Returns the parameter ids with one of them moved. */
const moveId = (parameters: readonly WorkflowParameter[], from: number, to: number): number[] => {
  const ids = parameters.map(({ id }) => id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
};

/** Table of parameters in questionnaire order. Workflow managers can reorder and delete them. */
export const ParameterTable = ({ parameters, isRefreshing, empty, error }: ParameterTableProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { mutate: reorder } = useReorderParameters();
  const [parameterToDelete, setParameterToDelete] = useState<WorkflowParameter>();
  const [failure, setFailure] = useState<string>();
  const rows = parameters ?? noParameters;
  const move = (from: number, to: number): void => {
    setFailure(undefined);
    reorder(moveId(rows, from, to), { onError: (reason) => setFailure(getRejectionReason(reason) ?? '') });
  };
  const table = (
    <DataTable
      label={t('parameters.title')}
      columns={createParameterColumns(
        t,
        rows,
        canManageWorkflow ? { move, remove: setParameterToDelete } : undefined,
      )}
      rows={parameters}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/workflow-parameters/${id}`}
      isDimmed={({ isActive }) => !isActive}
      isRefreshing={isRefreshing}
      rowFrame={canManageWorkflow ? SortableParameterRow : undefined}
      empty={empty}
      error={error}
    />
  );
  if (!canManageWorkflow) return table;
  return (
    <>
      {failure === undefined ? null : (
        <Notice tone="danger" onDismiss={() => setFailure(undefined)}>
          {t('parameters.orderFailed')} {failure}
        </Notice>
      )}
      <SortableArea
        ids={rows.map(({ id }) => id)}
        getName={(id) => rows.find((parameter) => parameter.id === id)?.displayName ?? ''}
        onMove={move}
      >
        {table}
      </SortableArea>
      <DeleteParameterDialog
        parameter={parameterToDelete}
        onDeleted={() => setParameterToDelete(undefined)}
        onCancel={() => setParameterToDelete(undefined)}
      />
    </>
  );
};
