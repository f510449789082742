import { Button, Notice } from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { notify, useQueryClient } from '@obieg/web-kit';
import { useState } from 'react';
import { describeError } from '../../failures/describe-error';
import { useTaskMessages } from '../../i18n/messages';
import { revokeLinks } from '../../task/reporter-access';
import { taskKey } from '../../task/task.api';

interface ReporterLinkNoticeProps {
  taskId: number;
  onRevoke: () => void;
}

/** Says how the page was opened, and ends the access of all mailed links. */
const ReporterLinkNotice = ({ taskId, onRevoke }: ReporterLinkNoticeProps) => {
  const t = useTaskMessages();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
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
          describeFailure={(error) => describeError(error, t)}
          onClose={() => setIsAsking(false)}
        >
          {t('reporterLink.revokeText')}
        </ConfirmAction>
      ) : null}
    </>
  );
};

export default ReporterLinkNotice;
