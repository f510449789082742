import type { WorkflowParameter } from '@obieg/contracts';
import { DataTable, Notice } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { type ReactNode, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { useOrderParameters } from '../../parameters.api';
import { getRejectionReason } from '../../rejection';
import { SortableArea } from '../../sorting/SortableArea';
import { DeleteParameterDialog } from '../Parameter/DeleteParameterDialog';
import { parameterColumns } from './parameter-columns';
import { SortableParameterRow } from './SortableParameterRow';

interface ParameterTableProps {
  parameters: readonly WorkflowParameter[] | undefined;
  isRefreshing: boolean;
  empty: ReactNode;
  error: ReactNode;
}

const noParameters: readonly WorkflowParameter[] = [];

/** The same ids with one of them at another place. */
const moved = (parameters: readonly WorkflowParameter[], from: number, to: number): number[] => {
  const ids = parameters.map(({ id }) => id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
};

/** The parameters in the order in which they are asked; whoever may changes it here. */
export const ParameterTable = ({ parameters, isRefreshing, empty, error }: ParameterTableProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { mutate: order } = useOrderParameters();
  const [asked, setAsked] = useState<WorkflowParameter>();
  const [failure, setFailure] = useState<string>();
  const rows = parameters ?? noParameters;
  const move = (from: number, to: number): void => {
    setFailure(undefined);
    order(moved(rows, from, to), { onError: (reason) => setFailure(getRejectionReason(reason) ?? '') });
  };
  const table = (
    <DataTable
      label={t('parameters.title')}
      columns={parameterColumns(t, rows, canManageWorkflow ? { move, remove: setAsked } : undefined)}
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
        nameOf={(id) => rows.find((parameter) => parameter.id === id)?.displayName ?? ''}
        onMove={move}
      >
        {table}
      </SortableArea>
      <DeleteParameterDialog
        parameter={asked}
        onDeleted={() => setAsked(undefined)}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
};
