import type { WorkflowParameter } from '@obieg/contracts';
import { type Column, DateTime, IconButton, Text } from '@obieg/ui';
import { ActionMenu } from '@obieg/ui/overlays';
import type { Translate } from '@obieg/web-kit';
import { DragHandle } from '../../sorting/DragHandle';
import classes from './parameter-list.module.css';

interface ParameterActions {
  /** Moves a parameter; takes zero-based indexes. */
  move: (from: number, to: number) => void;
  remove: (parameter: WorkflowParameter) => void;
}

const createOrderColumn = (t: Translate, canEdit: boolean): Column<WorkflowParameter> => ({
  id: 'order',
  header: t('parameters.columns.order'),
  width: '104px',
  cell: ({ sortOrder, displayName }) => (
    <span className={classes['order']}>
      {canEdit ? <DragHandle label={t('sorting.handle', { name: displayName })} /> : null}
      {sortOrder}
    </span>
  ),
});

const createActionsColumn = (
  t: Translate,
  parameters: readonly WorkflowParameter[],
  actions: ParameterActions | undefined,
): Column<WorkflowParameter> => ({
  id: 'actions',
  header: t('parameters.columns.actions'),
  kind: 'actions',
  cell: (parameter) => {
    const { id, displayName } = parameter;
    const index = parameters.indexOf(parameter);
    return (
      <>
        <IconButton icon="visible" label={t('parameters.view')} to={`/workflow-parameters/${id}`} />
        {actions ? (
          <>
            <IconButton icon="edit" label={t('parameters.edit')} to={`/workflow-parameters/${id}/edit`} />
            <IconButton
              icon="delete"
              label={t('parameters.delete')}
              onClick={() => actions.remove(parameter)}
            />
            <ActionMenu
              label={t('sorting.more', { name: displayName })}
              items={[
                {
                  label: t('sorting.up'),
                  icon: 'moveUp',
                  disabled: index === 0,
                  onSelect: () => actions.move(index, index - 1),
                },
                {
                  label: t('sorting.down'),
                  icon: 'moveDown',
                  disabled: index === parameters.length - 1,
                  onSelect: () => actions.move(index, index + 1),
                },
              ]}
            />
          </>
        ) : null}
      </>
    );
  },
});

/** @param actions undefined for callers who may not change the workflow. */
export const createParameterColumns = (
  t: Translate,
  parameters: readonly WorkflowParameter[],
  actions: ParameterActions | undefined,
): Column<WorkflowParameter>[] => [
  createOrderColumn(t, actions !== undefined),
  {
    id: 'name',
    header: t('parameters.columns.name'),
    isMain: true,
    width: '168px',
    cell: ({ parameterName }) => parameterName,
  },
  {
    id: 'displayName',
    header: t('parameters.columns.displayName'),
    width: '150px',
    cell: ({ displayName }) => (
      <Text as="span" lines={2}>
        {displayName}
      </Text>
    ),
  },
  {
    id: 'type',
    header: t('parameters.columns.type'),
    width: '116px',
    cell: ({ parameterType }) => t(`parameterTypes.${parameterType}`),
  },
  {
    id: 'stage',
    header: t('parameters.columns.stage'),
    width: '150px',
    cell: ({ parameterStage }) => t(`parameterStages.${parameterStage}`),
  },
  {
    id: 'active',
    header: t('parameters.columns.active'),
    width: '64px',
    cell: ({ isActive }) => t(isActive ? 'parameters.yes' : 'parameters.no'),
  },
  {
    id: 'createdAt',
    header: t('parameters.columns.createdAt'),
    width: '104px',
    cell: ({ createdAt }) => <DateTime value={createdAt} format="shortDate" />,
  },
  createActionsColumn(t, parameters, actions),
];
