import {
  Button,
  Card,
  EmptyState,
  ErrorPanel,
  Loading,
  Notice,
  Page,
  SkeletonBar,
  SkeletonLines,
} from '@obieg/ui';
import {
  describeError,
  isApiError,
  organizationNameQuery,
  readFirstData,
  usePageTitle,
  useParams,
  useSession,
} from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { hasReporterAccess } from '../../task/reporter-access';
import { isNotFound, taskQuery, useTask } from '../../task/task.api';
import { TaskView } from './TaskView';
import classes from './task-view.module.css';
import { useReporterLink } from './use-reporter-link';

const TaskNeighbors = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-neighbors" */ './neighbors/TaskNeighbors'),
);
const ReporterLinkNotice = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-reporter-link" */ './ReporterLinkNotice'),
);

/** Accepts any positive number. The server decides whether the task exists. */
const isTaskNumber = (text: string): boolean => /^\d+$/.test(text) && !/^0+$/.test(text);

interface NotFoundProps {
  message?: string | undefined;
  /** Absent if a retry cannot succeed. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

const NotFound = ({ message, ...retry }: NotFoundProps) => {
  const t = useTaskMessages();
  const isSignedIn = useSession() !== undefined;
  return (
    <ErrorPanel
      title={message === undefined ? t('task.notFound') : t('task.failedWith', { reason: message })}
      icon="question"
      isWholePage
      {...retry}
      actions={
        isSignedIn ? (
          <Button to="/tasks">{t('task.toList')}</Button>
        ) : (
          <Button to="/login">{t('task.toLogin')}</Button>
        )
      }
    >
      {isSignedIn ? t('task.notFoundHelp') : t('task.notFoundVisitor')}
    </ErrorPanel>
  );
};

/** Placeholder with the layout of the page. */
const TaskSkeleton = () => (
  <Loading>
    <div className={classes['skeleton']}>
      <div className={classes['skeletonHead']}>
        <SkeletonBar width="180px" />
        <SkeletonBar width="min(60%, 420px)" height={24} />
        <SkeletonBar width="120px" />
        <div className={classes['skeletonFold']}>
          <SkeletonBar height={44} />
        </div>
      </div>
      <Card>
        <SkeletonLines lines={3} />
      </Card>
      <Card>
        <SkeletonLines lines={5} />
      </Card>
      <Card>
        <SkeletonLines lines={4} />
      </Card>
    </div>
  </Loading>
);

const LoadedTask = ({ id }: { id: number }) => {
  const t = useTaskMessages();
  const { data: current, error, isFetching, refetch } = useTask(id);
  // Check this before `current`: a cached task that was deleted or became invisible must disappear.
  if (isNotFound(error))
    return <NotFound message={error.serverMessage} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (current) {
    return (
      <>
        {error ? (
          <Notice tone="danger">{t('task.failedWith', { reason: describeError(error) })}</Notice>
        ) : null}
        <TaskView current={current} />
      </>
    );
  }
  if (error) {
    return (
      <ErrorPanel
        title={t('task.failedWith', { reason: describeError(error) })}
        isWholePage
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    );
  }
  return (
    <>
      {/* Page heading until the title is loaded. */}
      <h1 className="ob-visually-hidden">{t('task.crumb', { id })}</h1>
      {isFetching ? <TaskSkeleton /> : <EmptyState title={t('task.noData')} />}
    </>
  );
};

/** Opens the task with the key of a mail's link, if the address contains one. */
const OpenedTask = ({ id }: { id: number }) => {
  const t = useTaskMessages();
  const { isOpening, error, isFetching, refetch } = useReporterLink(id);
  const [revokedId, setRevokedId] = useState<number>();
  const isInvalid = isApiError(error) && (error.status === 404 || error.status === 422);
  if (isOpening && error && !isInvalid)
    return (
      <ErrorPanel
        title={t('reporterLink.failed', { reason: describeError(error) })}
        isWholePage
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    );
  if (isOpening && !isInvalid) return <TaskSkeleton />;
  return (
    <>
      {isInvalid ? <Notice tone="warning">{t('reporterLink.invalid')}</Notice> : null}
      <Suspense>
        {revokedId !== id && hasReporterAccess(id) ? (
          <ReporterLinkNotice taskId={id} onRevoke={() => setRevokedId(id)} />
        ) : null}
      </Suspense>
      <LoadedTask id={id} />
    </>
  );
};

const TaskByNumber = ({ text }: { text: string }) => {
  const t = useTaskMessages();
  const id = Number(text);
  if (!isTaskNumber(text))
    return (
      <ErrorPanel
        title={t('task.invalidNumber')}
        isWholePage
        actions={<Button to="/dashboard">{t('task.toDashboard')}</Button>}
      />
    );
  // A larger number would be rounded to the number of another task.
  return Number.isSafeInteger(id) ? <OpenedTask key={id} id={id} /> : <NotFound />;
};

/** Not with the key of a link, which opens more of the task than a visitor sees. */
export const loader = readFirstData((client, { publicTaskId: text = '' }) => [
  client.prefetchQuery(organizationNameQuery),
  ...(isTaskNumber(text) && !location.hash && !hasReporterAccess(Number(text))
    ? [client.prefetchQuery(taskQuery(Number(text)))]
    : []),
]);

/** Page `/task/{publicTaskId}` (spec 3 §2). Visitors see a reduced version. */
export const Component = () => {
  const t = useTaskMessages();
  const { publicTaskId: text = '' } = useParams();
  const isSignedIn = useSession() !== undefined;
  usePageTitle(isTaskNumber(text) ? t('task.crumb', { id: text }) : t('task.invalidNumber'));
  return (
    <Page>
      {/* Outside of the task, so that its buttons keep the focus while one moves through the list. */}
      <Suspense>{isSignedIn && isTaskNumber(text) ? <TaskNeighbors taskId={Number(text)} /> : null}</Suspense>
      <TaskByNumber text={text} />
    </Page>
  );
};
