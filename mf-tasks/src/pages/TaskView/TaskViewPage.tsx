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

/** Twelve digits, or whatever else one may type: the server says whether there is such a task. */
const isTaskNumber = (text: string): boolean => /^\d+$/.test(text) && !/^0+$/.test(text);

/** The server has no such task, or says that it failed without a word (spec 3 §8). */
const isNotFound = (error: unknown): error is ApiError =>
  isApiError(error) &&
  (error.status === 404 || (error.code === 'UNSUCCESSFUL' && error.serverMessage === undefined));

interface NotFoundProps {
  message?: string | undefined;
  /** Absent where the server need not be asked. */
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

/** The shape of what comes. */
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
  // Also when it was here a moment ago: what has been deleted or handed on out of sight must not stay on the screen.
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
      {/* Until the task's own title is there. */}
      <h1 className="ob-visually-hidden">{t('task.crumb', { id })}</h1>
      {isFetching ? <TaskSkeleton /> : <EmptyState title={t('task.noData')} />}
    </>
  );
};

const TaskOfNumber = ({ text }: { text: string }) => {
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
  // Rounded, it would be another task's number.
  return Number.isSafeInteger(id) ? <LoadedTask key={id} id={id} /> : <NotFound />;
};

/** One task by its public number (spec 3 §2); also for visitors, who get less of it. */
export const Component = () => {
  const t = useTaskMessages();
  const { publicTaskId: text = '' } = useParams();
  usePageTitle(isTaskNumber(text) ? t('task.crumb', { id: text }) : t('task.invalidNumber'));
  return (
    <Page>
      <TaskOfNumber text={text} />
    </Page>
  );
};
