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
import { type ApiError, isApiError, usePageTitle, useParams, useSession } from '@obieg/web-kit';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { TaskView } from './TaskView';
import { useTask } from './task.api';
import classes from './task-view.module.css';

/** Accepts any positive number. The server decides whether the task exists. */
const isTaskNumber = (text: string): boolean => /^\d+$/.test(text) && !/^0+$/.test(text);

/** The task does not exist, or the server reports a failure without a message (spec 3 §8). */
const isNotFound = (error: unknown): error is ApiError =>
  isApiError(error) &&
  (error.status === 404 || (error.code === 'UNSUCCESSFUL' && error.serverMessage === undefined));

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
          <Notice tone="danger">{t('task.failedWith', { reason: describeError(error, t) })}</Notice>
        ) : null}
        <TaskView current={current} />
      </>
    );
  }
  if (error) {
    return (
      <ErrorPanel
        title={t('task.failedWith', { reason: describeError(error, t) })}
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
  return Number.isSafeInteger(id) ? <LoadedTask key={id} id={id} /> : <NotFound />;
};

/** Page `/task/{publicTaskId}` (spec 3 §2). Visitors see a reduced version. */
export const Component = () => {
  const t = useTaskMessages();
  const { publicTaskId: text = '' } = useParams();
  usePageTitle(isTaskNumber(text) ? t('task.crumb', { id: text }) : t('task.invalidNumber'));
  return (
    <Page>
      <TaskByNumber text={text} />
    </Page>
  );
};
