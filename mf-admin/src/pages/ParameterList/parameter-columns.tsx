import type { WorkflowParameter } from '@obieg/contracts';
import { DateTime, IconButton, Text } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import { ActionMenu } from '@obieg/ui/overlays';
import type { Translate } from '@obieg/web-kit';
import { type CSSProperties, Fragment } from 'react';
import type { ConditionTexts } from '../../conditions/use-condition-texts';
import { DragHandle } from '../../sorting/DragHandle';
import { FindingMark } from '../../workflow-check/FindingMark';
import classes from './parameter-list.module.css';
import type { ParameterNode } from './question-order';

interface ParameterActions {
  /** Moves a parameter; takes zero-based indexes. Undefined while a search hides rows. */
  move: ((from: number, to: number) => void) | undefined;
  remove: (parameter: WorkflowParameter) => void;
  /** Says why a parameter cannot be deleted. */
  describeUses: (id: number) => string | undefined;
}

type ParameterColumn = Column<ParameterNode>;

const createOrderColumn = (t: Translate, canMove: boolean): ParameterColumn => ({
  id: 'order',
  header: t('parameters.columns.order'),
  width: '92px',
  cell: ({ parameter: { sortOrder, displayName } }) => (
    <span className={classes['order']}>
      {canMove ? <DragHandle label={t('sorting.handle', { name: displayName })} /> : null}
      {sortOrder}
    </span>
  ),
});

const createMenuItems = (
  t: Translate,
  nodes: readonly ParameterNode[],
  index: number,
  move: NonNullable<ParameterActions['move']>,
) =>
  (['up', 'down'] as const).map((direction) => {
    const place = direction === 'up' ? index - 1 : index + 1;
    return {
      label: t(`sorting.${direction}`),
      icon: direction === 'up' ? ('moveUp' as const) : ('moveDown' as const),
      disabled: nodes[place] === undefined,
      onSelect: () => move(index, place),
    };
  });

const createActionsColumn = (
  t: Translate,
  nodes: readonly ParameterNode[],
  actions: ParameterActions | undefined,
): ParameterColumn => ({
  id: 'actions',
  header: t('parameters.columns.actions'),
  kind: 'actions',
  cell: (node) => {
    const { parameter } = node;
    const { id, displayName } = parameter;
    return (
      <>
        <IconButton icon="visible" label={t('parameters.view')} to={`/workflow-parameters/${id}`} />
        {actions ? (
          <>
            <IconButton icon="edit" label={t('parameters.edit')} to={`/workflow-parameters/${id}/edit`} />
            <IconButton
              icon="delete"
              label={t('parameters.delete')}
              disabledReason={actions.describeUses(id)}
              onClick={() => actions.remove(parameter)}
            />
            {actions.move ? (
              <ActionMenu
                label={t('sorting.more', { name: displayName })}
                items={createMenuItems(t, nodes, nodes.indexOf(node), actions.move)}
              />
            ) : null}
          </>
        ) : null}
      </>
    );
  },
});

/** A technical name, which may break after an underscore. */
const BreakableName = ({ name }: { name: string }) =>
  name.split(/(?<=_)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

const nameAll = (parameters: readonly WorkflowParameter[]): string =>
  parameters.map(({ displayName }) => displayName).join(', ');

/** Says when a question is asked, and how its order relates to that of later questions that it depends on. */
const AskedWhen = ({ t, node, texts }: { t: Translate; node: ParameterNode; texts: ConditionTexts }) => {
  const { parameter, askedAfter, askedBefore } = node;
  if (parameter.dependencies.length === 0) return null;
  const conditions = parameter.dependencies.map(({ parentParameterId, ...condition }) => ({
    ...condition,
    parameterId: parentParameterId,
  }));
  return (
    <div className={classes['askedWhen']}>
      {t('parameters.askedWhen', { conditions: texts.describeAll(conditions) })}
      {askedAfter.length > 0 ? <div>{t('parameters.askedAfter', { names: nameAll(askedAfter) })}</div> : null}
      {askedBefore.length > 0 ? (
        <div>{t('parameters.askedBefore', { names: nameAll(askedBefore) })}</div>
      ) : null}
    </div>
  );
};

const createNameColumn = (t: Translate): ParameterColumn => ({
  id: 'name',
  header: t('parameters.columns.name'),
  isMain: true,
  cell: ({ parameter: { id, parameterName }, depth }) => (
    <div className={classes['name']} style={{ '--depth': depth } as CSSProperties}>
      <BreakableName name={parameterName} />
      <FindingMark kind="parameter" id={id} />
    </div>
  ),
});

interface ColumnOptions {
  t: Translate;
  texts: ConditionTexts;
  nodes: readonly ParameterNode[];
  /** Undefined for callers who may not change the workflow. */
  actions: ParameterActions | undefined;
}

export const createParameterColumns = ({ t, texts, nodes, actions }: ColumnOptions): ParameterColumn[] => [
  createOrderColumn(t, actions?.move !== undefined),
  createNameColumn(t),
  {
    id: 'displayName',
    header: t('parameters.columns.displayName'),
    inCards: 'subtitle',
    cell: ({ parameter }) => (
      <Text as="span" lines={2}>
        {parameter.displayName}
      </Text>
    ),
    details: (node) => <AskedWhen t={t} node={node} texts={texts} />,
  },
  {
    id: 'type',
    header: t('parameters.columns.type'),
    width: '92px',
    cell: ({ parameter }) => t(`parameterTypes.${parameter.parameterType}`),
  },
  {
    id: 'stage',
    header: t('parameters.columns.stage'),
    width: '104px',
    cell: ({ parameter }) => t(`parameterStages.${parameter.parameterStage}`),
  },
  {
    id: 'active',
    header: t('parameters.columns.active'),
    width: '60px',
    cell: ({ parameter }) => t(parameter.isActive ? 'parameters.yes' : 'parameters.no'),
  },
  {
    id: 'createdAt',
    header: t('parameters.columns.createdAt'),
    width: '96px',
    inCards: 'hidden',
    cell: ({ parameter }) => <DateTime value={parameter.createdAt} format="shortDate" />,
  },
  createActionsColumn(t, nodes, actions),
];
