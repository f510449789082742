import {
  Badge,
  Button,
  Card,
  LinkedText,
  Loading,
  MainWithSide,
  Notice,
  PageHead,
  SkeletonLines,
  StatusBadge,
  Text,
} from '@obieg/ui';
import { useCommands, usePermissions, useSession } from '@obieg/web-kit';
import { Suspense, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { useRefreshTask, useTaskPart, type VersionedTask } from '../../task/task.api';
import { Activity } from './Activity';
import { AttachmentsCard } from './attachments/AttachmentsCard';
import { CopyLink } from './CopyLink';
import { hasEditDraft } from './edit/edit-draft-key';
import { FailurePanel } from './FailurePanel';
import { TaskFacts } from './TaskFacts';
import classes from './task-view.module.css';
import { useClosedDuplicate } from './use-closed-duplicate';
import { useTaskRefresh } from './use-task-refresh';

const EditTask = lazyPart(() => import(/* webpackChunkName: "mf-tasks-edit" */ './edit/EditTask'));
const WatchTask = lazyPart(() => import(/* webpackChunkName: "mf-tasks-watch" */ './watch/WatchTask'));

const TaskTransitions = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transitions" */ './TaskTransitions'),
);
const ApprovalCard = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-approval" */ './approval/ApprovalCard'),
);
const LinksCard = lazyPart(() => import(/* webpackChunkName: "mf-tasks-links" */ './links/LinksCard'));
const TellReporter = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-tell-reporter" */ './links/TellReporter'),
);

const Description = ({ description }: { description: string | null }) => {
  const t = useTaskMessages();
  return (
    <Card title={t('task.description')}>
      {description ? (
        <Text preserveLines>
          <LinkedText>{description}</LinkedText>
        </Text>
      ) : (
        <Text muted>{t('task.noDescription')}</Text>
      )}
    </Card>
  );
};

/** State of the edit mode, which only operators can enter. A saved draft reopens it. */
const useEditMode = (taskId: number) => {
  const { hasOperatorPermission } = usePermissions();
  const [isOpen, setIsOpen] = useState(() => hasEditDraft(taskId));
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isAllowed: hasOperatorPermission,
    isEditing: isOpen && hasOperatorPermission,
    opener,
    edit: (): void => setIsOpen(true),
    close: (): void => {
      setIsOpen(false);
      requestAnimationFrame(() => opener.current?.focus());
    },
  };
};

/**
 * Whether the task had links when the page opened. Without links, their card follows the activity, so that comments are
 * on the first screen. A new link does not move the card.
 */
const useStartsLinked = (id: number): boolean => {
  const { data: links = [] } = useTaskPart(id, 'links');
  const [startsLinked] = useState(links.length > 0);
  return startsLinked;
};

/** The task page. Parts that need an account are hidden from visitors (spec 3 §6). */
export const TaskView = ({ current }: { current: VersionedTask }) => {
  const t = useTaskMessages();
  // An account without access to the task counts as a visitor.
  const isSignedIn = useSession() !== undefined && current.task.view !== 'visitor';
  const { task } = current;
  const refresh = useRefreshTask(task.publicTaskId);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { isAllowed, isEditing, opener, edit, close } = useEditMode(task.publicTaskId);
  useTaskRefresh(task.publicTaskId, { isEditing, isLive: isSignedIn });
  const { publicTaskId, title, organizationName, statusName, statusType } = task;
  const duplicate = useClosedDuplicate(publicTaskId);
  const startsLinked = useStartsLinked(publicTaskId);
  const links = <Suspense>{isSignedIn ? <LinksCard task={task} /> : null}</Suspense>;

  const refreshAll = async (): Promise<void> => {
    setIsRefreshing(true);
    setFailure(undefined);
    await refresh();
    setIsRefreshing(false);
  };
  useCommands(
    isAllowed && !isEditing
      ? [{ id: 'task.edit', label: t('task.edit.open'), keys: 'e', icon: 'edit', run: edit }]
      : [],
  );
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
            <span className={classes['number']}>
              <Badge>{`#${publicTaskId}`}</Badge>
              <CopyLink taskId={publicTaskId} onFailure={setFailure} />
              <Suspense>
                {isSignedIn ? <WatchTask taskId={publicTaskId} onFailure={setFailure} /> : null}
              </Suspense>
            </span>
            <StatusBadge type={statusType}>{statusName}</StatusBadge>
          </>
        }
        actions={
          <>
            <Button icon="refresh" compact loading={isRefreshing} onClick={() => void refreshAll()}>
              {t('task.refresh')}
            </Button>
            {isAllowed && !isEditing ? (
              <Button ref={opener} icon="edit" onClick={edit}>
                {t('task.edit.open')}
              </Button>
            ) : null}
            <Button icon="add" to="/submit-task">
              {t('task.newTask')}
            </Button>
          </>
        }
      />
      {failure ? <FailurePanel message={failure} onDismiss={() => setFailure(undefined)} /> : null}
      {task.needsEmailVerification ? (
        <Notice tone="warning" announce={false}>
          {t('task.unverified')}
        </Notice>
      ) : null}
      <MainWithSide
        sideTitle={t('task.details')}
        sideFirst={
          <Suspense>
            {isSignedIn && !isEditing ? (
              <TaskTransitions task={task} onFailure={setFailure} onMoved={duplicate.offerToTell} />
            ) : null}
          </Suspense>
        }
        side={<TaskFacts task={task} />}
      >
        {isEditing ? (
          <Suspense
            fallback={
              <Loading>
                <SkeletonLines lines={6} />
              </Loading>
            }
          >
            <EditTask current={current} onDone={close} onSend={() => setFailure(undefined)} />
          </Suspense>
        ) : (
          <Description description={task.description} />
        )}
        <Suspense>{isSignedIn ? <ApprovalCard taskId={publicTaskId} /> : null}</Suspense>
        {startsLinked ? links : null}
        <AttachmentsCard task={task} />
        <Activity task={task} onFailure={setFailure} />
        {startsLinked ? null : links}
      </MainWithSide>
      <div className={classes['barSpace']} />
      <Suspense>
        {duplicate.isTelling ? <TellReporter task={task} onClose={duplicate.close} /> : null}
      </Suspense>
    </>
  );
};
