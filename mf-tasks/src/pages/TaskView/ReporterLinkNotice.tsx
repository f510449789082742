import { Button, Notice } from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { describeError, logFailure, notify, useQueryClient } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { useIsVisible } from '../../browser/use-is-visible';
import { useTaskMessages } from '../../i18n/messages';
import { readReporterNews, revokeLinks } from '../../task/reporter-access';
import { taskKey, useTask } from '../../task/task.api';

interface ReporterLinkNoticeProps {
  taskId: number;
  onRevoke: () => void;
}

/** Tells the server what the open page shows: at first, and after each comment or status. */
const useReadNews = (taskId: number): void => {
  const { comments, statusHistory } = useTask(taskId).data ?? {};
  const shown = comments && statusHistory && comments.length + statusHistory.length;
  const isVisible = useIsVisible();
  useEffect(() => {
    if (shown === undefined || !isVisible) return;
    readReporterNews(taskId).catch((error: unknown) =>
      logFailure('the news of the task could not be marked as read', error),
    );
  }, [shown, isVisible, taskId]);
};

/** Says how the page was opened, and ends the access of all mailed links. */
const ReporterLinkNotice = ({ taskId, onRevoke }: ReporterLinkNoticeProps) => {
  const t = useTaskMessages();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  useReadNews(taskId);
  const revoke = async (): Promise<void> => {
    await revokeLinks(taskId);
    notify.success(t('reporterLink.revoked'));
    onRevoke();
    await client.resetQueries({ queryKey: taskKey(taskId) });
  };
  return (
    <>
      <Notice
        announce={false}
        actions={<Button onClick={() => setIsAsking(true)}>{t('reporterLink.revoke')}</Button>}
      >
        {t('reporterLink.notice')}
      </Notice>
      {isAsking ? (
        <ConfirmAction
          title={t('reporterLink.revokeTitle')}
          confirmLabel={t('reporterLink.revoke')}
          action={revoke}
          describeFailure={(error) => describeError(error)}
          onClose={() => setIsAsking(false)}
        >
          {t('reporterLink.revokeText')}
        </ConfirmAction>
      ) : null}
    </>
  );
};

export default ReporterLinkNotice;
