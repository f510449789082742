import { type Task, type TaskTextName, taskTextNames } from '@obieg/contracts';
import {
  Card,
  DateTime,
  type Detail,
  DetailList,
  DueDate,
  LinkedText,
  PersonName,
  PersonNames,
  PriorityBadge,
  StatusBadge,
  useAnswerFormat,
} from '@obieg/ui';
import { useCommands, usePermissions } from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { Assignee } from './Assignee';
import { nameWithAddress } from './name-with-address';
import classes from './task-view.module.css';

const AssignmentModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-assignment-modal" */ './AssignmentModal'),
);
const DueModal = lazyPart(() => import(/* webpackChunkName: "mf-tasks-due-modal" */ './due/DueModal'));
const TaskTargets = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-targets" */ './targets/TaskTargets'),
);
const PriorityModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-priority-modal" */ './PriorityModal'),
);

const Visibility = ({ task: { visibleUsers, visibleGroups } }: { task: Task }) => {
  const t = useTaskMessages();
  const users = visibleUsers.map(({ userName, addressHint }) => ({ name: userName, addressHint }));
  const items: Detail[] = [
    ...(visibleUsers.length > 0
      ? [{ label: t('task.visibleUsers'), value: <PersonNames people={users} /> }]
      : []),
    ...(visibleGroups.length > 0
      ? [
          {
            label: t('task.visibleGroups'),
            value: visibleGroups.map(({ groupName }) => groupName).join(', '),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <Card title={t('task.visibility')}>
      <DetailList items={items} />
    </Card>
  );
};

/** The description has a card of its own. */
const detailNames = taskTextNames.filter((name: TaskTextName) => name !== 'description');

type Dialog = 'assignment' | 'priority' | 'due';

const Details = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  // Reporters cannot change tasks.
  const { hasBasePermission, hasOperatorPermission } = usePermissions();
  const [changing, setChanging] = useState<Dialog>();
  const changeBy = (dialog: Dialog, label: string, disabledReason?: string): Detail['action'] =>
    hasBasePermission ? { label, onClick: () => setChanging(dialog), disabledReason } : undefined;
  const { createdAt, lastUpdatedAt, createdBy, dueAt, canPlan = hasOperatorPermission } = task;
  const author = nameWithAddress(task, task.createdByName, createdBy);
  const hasDueDate = Boolean(dueAt) || (hasBasePermission && task.view === 'member');
  const commandOf = (dialog: Dialog, keys: string, icon: string, label: string, isAllowed: boolean) =>
    hasBasePermission && isAllowed
      ? [{ id: `task.${dialog}`, label, keys, icon, run: () => setChanging(dialog) }]
      : [];
  useCommands([
    ...commandOf('assignment', 'a', 'userAdd', t('task.changeAssignment'), true),
    ...commandOf('priority', 'p', 'adjustments', t('task.changePriority'), hasOperatorPermission),
    ...commandOf('due', 'd', 'clock', t('due.change'), hasDueDate && canPlan),
  ]);
  const facts: Detail[] = [
    {
      label: t('task.status'),
      value: <StatusBadge type={task.statusType}>{task.statusName}</StatusBadge>,
    },
    {
      label: t('task.assignee'),
      value: <Assignee task={task} />,
      action: changeBy('assignment', t('task.changeAssignment')),
    },
    {
      label: t('task.priority'),
      value: <PriorityBadge priority={task.priority} boxed />,
      action: changeBy(
        'priority',
        t('task.changePriority'),
        hasOperatorPermission ? undefined : t('task.prioritize.operatorsOnly'),
      ),
    },
    ...(hasDueDate
      ? [
          {
            label: t('due.label'),
            value: dueAt ? <DueDate dueAt={dueAt} statusType={task.statusType} isExact /> : t('due.none'),
            action: changeBy('due', t('due.change'), canPlan ? undefined : t('due.forbidden')),
          },
        ]
      : []),
    ...detailNames.flatMap((name) => {
      const text = task[name];
      return text ? [{ label: t(`task.changedField.${name}`), value: <LinkedText>{text}</LinkedText> }] : [];
    }),
    { label: t('task.createdBy'), value: <PersonName {...(author ?? { name: t('task.unknown') })} /> },
    { label: t('task.createdAt'), value: <DateTime value={createdAt} format="both" /> },
    ...(lastUpdatedAt === createdAt
      ? []
      : [{ label: t('task.lastUpdatedAt'), value: <DateTime value={lastUpdatedAt} format="both" /> }]),
  ];
  const close = (): void => setChanging(undefined);
  return (
    <Card title={t('task.details')} titledByFold>
      <DetailList items={facts} />
      <Suspense>
        {changing === 'assignment' ? <AssignmentModal task={task} onClose={close} /> : null}
        {changing === 'priority' ? <PriorityModal task={task} onClose={close} /> : null}
        {changing === 'due' ? <DueModal task={task} onClose={close} /> : null}
      </Suspense>
    </Card>
  );
};

/** Side column: details, answers, visibility (spec 3 §2). */
export const TaskFacts = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const format = useAnswerFormat();
  return (
    <div className={classes['facts']}>
      <Details task={task} />
      <Suspense>{task.targets?.length ? <TaskTargets task={task} /> : null}</Suspense>
      {task.parameterDetails.length > 0 ? (
        <Card title={t('task.parameters')}>
          <DetailList
            items={task.parameterDetails.map(
              ({ parameterId, parameterName, parameterType, parameterValue }) => ({
                id: parameterId,
                label: parameterName,
                value: <LinkedText>{format(parameterType, parameterValue)}</LinkedText>,
              }),
            )}
          />
        </Card>
      ) : null}
      <Visibility task={task} />
    </div>
  );
};
