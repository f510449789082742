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
import { isApiError, usePageTitle, useParams, useSession } from '@obieg/web-kit';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { TaskView } from './TaskView';
import { useTask } from './task.api';
import classes from './task-view.module.css';

/** Twelve digits, or whatever else one may type: the server says whether there is such a task. */
const readTaskId = (text: string | undefined): number | undefined => {
  const id = Number(text);
  return text !== undefined && /^\d{1,15}$/.test(text) && id !== 0 ? id : undefined;
};

const NotFound = ({ message }: { message: string | undefined }) => {
  const t = useTaskMessages();
  const isSignedIn = useSession() !== undefined;
  return (
    <ErrorPanel
      title={message ?? t('task.notFound')}
      icon="question"
      isWholePage
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
  if (isApiError(error) && error.status === 404) return <NotFound message={error.serverMessage} />;
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

/** One task by its public number (spec 3 §2); also for visitors, who get less of it. */
export const Component = () => {
  const t = useTaskMessages();
  const id = readTaskId(useParams()['publicTaskId']);
  usePageTitle(id === undefined ? t('task.invalidNumber') : t('task.crumb', { id }));
  return (
    <Page>
      {id === undefined ? (
        <ErrorPanel
          title={t('task.invalidNumber')}
          isWholePage
          actions={<Button to="/dashboard">{t('task.toDashboard')}</Button>}
        />
      ) : (
        <LoadedTask key={id} id={id} />
      )}
    </Page>
  );
};
