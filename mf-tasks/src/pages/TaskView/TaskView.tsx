import type { Task } from '@obieg/contracts';
import { Badge, Button, Card, MainWithSide, Notice, PageHead, StatusBadge, Text } from '@obieg/ui';
import { useSession } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../messages';
import { Activity } from './Activity';
import { TaskFacts } from './TaskFacts';
import { TaskTransitions } from './TaskTransitions';
import { useRefreshTask } from './task.api';
import classes from './task-view.module.css';

/** A task with what may be done with it; parts that need an account are not there for visitors (spec 3 §6). */
export const TaskView = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const isSignedIn = useSession() !== undefined;
  const refresh = useRefreshTask(task.publicTaskId);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { publicTaskId, title, description, organizationName, statusName, statusType } = task;

  const refreshAll = async (): Promise<void> => {
    setIsRefreshing(true);
    setFailure(undefined);
    await refresh();
    setIsRefreshing(false);
  };
  return (
    <>
      <PageHead
        title={title}
        breadcrumb={[
          { label: t('task.dashboard'), to: '/dashboard' },
          { label: t('task.crumb', { id: publicTaskId }) },
        ]}
        lead={organizationName}
        badges={
          <>
            <Badge>{`#${publicTaskId}`}</Badge>
            <StatusBadge type={statusType}>{statusName}</StatusBadge>
          </>
        }
        actions={
          <>
            <Button icon="refresh" loading={isRefreshing} onClick={() => void refreshAll()}>
              {t('task.refresh')}
            </Button>
            <Button icon="add" to="/submit-task">
              {t('task.newTask')}
            </Button>
          </>
        }
      />
      {failure ? (
        <Notice tone="danger" onDismiss={() => setFailure(undefined)}>
          {failure}
        </Notice>
      ) : null}
      {task.needsEmailVerification ? (
        <Notice tone="warning" announce={false}>
          {t('task.unverified')}
        </Notice>
      ) : null}
      <MainWithSide
        sideTitle={t('task.details')}
        sideFirst={isSignedIn ? <TaskTransitions task={task} onFailure={setFailure} /> : null}
        side={<TaskFacts task={task} />}
      >
        <Card title={t('task.description')}>
          {description ? (
            <Text preserveLines>{description}</Text>
          ) : (
            <Text muted>{t('task.noDescription')}</Text>
          )}
        </Card>
        <Activity task={task} onFailure={setFailure} />
      </MainWithSide>
      {isSignedIn ? <div className={classes['barSpace']} /> : null}
    </>
  );
};
