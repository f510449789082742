import type { Task } from '@obieg/contracts';
import {
  Card,
  DateTime,
  type Detail,
  DetailList,
  LinkButton,
  LinkedText,
  PriorityBadge,
  StatusBadge,
} from '@obieg/ui';
import { formatAnswer } from '@obieg/ui/questionnaire';
import { useLanguage, usePermissions } from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lazy-part';
import { useTaskMessages } from '../../messages';
import { Assignee } from './Assignee';
import classes from './task-view.module.css';

const AssignmentModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-assignment-modal" */ './AssignmentModal'),
);
const PriorityModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-priority-modal" */ './PriorityModal'),
);

const Visibility = ({ task: { visibleUsers, visibleGroups } }: { task: Task }) => {
  const t = useTaskMessages();
  const items: Detail[] = [
    { label: t('task.visibleUsers'), value: visibleUsers.map(({ userName }) => userName).join(', ') },
    { label: t('task.visibleGroups'), value: visibleGroups.map(({ groupName }) => groupName).join(', ') },
  ].filter(({ value }) => value !== '');
  if (items.length === 0) return null;
  return (
    <Card title={t('task.visibility')}>
      <DetailList items={items} />
    </Card>
  );
};

const Details = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  // Reporters cannot change tasks.
  const { hasBasePermission } = usePermissions();
  const [changing, setChanging] = useState<'assignment' | 'priority'>();
  const changeBy = (dialog: 'assignment' | 'priority', text: string) =>
    hasBasePermission ? <LinkButton onClick={() => setChanging(dialog)}>{text}</LinkButton> : null;
  const { createdAt, lastUpdatedAt, createdBy } = task;
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
      action: changeBy('priority', t('task.changePriority')),
    },
    { label: t('task.createdBy'), value: createdBy ?? t('task.unknown') },
    { label: t('task.createdAt'), value: <DateTime value={createdAt} /> },
    ...(lastUpdatedAt === createdAt
      ? []
      : [{ label: t('task.lastUpdatedAt'), value: <DateTime value={lastUpdatedAt} /> }]),
  ];
  const close = (): void => setChanging(undefined);
  return (
    <Card title={t('task.details')} titledByFold>
      <DetailList items={facts} />
      <Suspense>
        {changing === 'assignment' ? <AssignmentModal task={task} onClose={close} /> : null}
        {changing === 'priority' ? <PriorityModal task={task} onClose={close} /> : null}
      </Suspense>
    </Card>
  );
};

/** Side column: details, answers, visibility (spec 3 §2). */
export const TaskFacts = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const language = useLanguage();
  return (
    <div className={classes['facts']}>
      <Details task={task} />
      {task.parameterDetails.length > 0 ? (
        <Card title={t('task.parameters')}>
          <DetailList
            items={task.parameterDetails.map(
              ({ parameterId, parameterName, parameterType, parameterValue }) => ({
                id: parameterId,
                label: parameterName,
                value: <LinkedText>{formatAnswer(parameterType, parameterValue, language)}</LinkedText>,
              }),
            )}
          />
        </Card>
      ) : null}
      <Visibility task={task} />
    </div>
  );
};
