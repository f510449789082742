import { Button, Notice, QueryView, SkeletonLines, Stack, Text } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { isApiError, notify } from '@obieg/web-kit';
import { useRestorePreview, useRestoreRevision } from '../../api/workflow-revisions.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { TaskImpactNotice } from '../../task-impact/TaskImpactNotice';
import { ChangeList } from '../../workflow-changes/ChangeList';
import { ImpactNotice } from '../../workflow-changes/ImpactNotice';
import { PreviewFindings } from '../../workflow-changes/PreviewFindings';

interface RestoreDialogProps {
  number: number;
  onRestored: () => void;
  onCancel: () => void;
}

const RestoreContent = ({ number, onRestored, onCancel }: RestoreDialogProps) => {
  const t = useAdminMessages();
  const preview = useRestorePreview(number);
  const restore = useRestoreRevision(number);
  const confirm = (): void =>
    restore.mutate(
      { baseRevision: preview.data?.revision },
      {
        onSuccess: () => {
          notify.success(t('workflowHistory.restored', { number }));
          onRestored();
        },
        // Another manager was faster: the reader has to see what restoring would do now.
        onError: (error) => {
          if (isApiError(error) && error.status === 409) void preview.refetch();
        },
      },
    );
  return (
    <QueryView
      query={preview}
      failure={() => <LoadFailure title={t('workflowHistory.previewFailed')} query={preview} />}
      skeleton={<SkeletonLines lines={5} />}
    >
      {({ changes, findings, unchecked, impact, workflow }) => (
        <>
          <Stack gap="md">
            <Text>{t('workflowHistory.restoreText', { number })}</Text>
            <ImpactNotice impact={impact} />
            <TaskImpactNotice request={workflow && { workflow }} />
            <PreviewFindings findings={findings} unchecked={unchecked} />
            <ChangeList changes={changes} />
            {restore.error ? (
              <Notice tone="danger">{appendReason(t('workflowHistory.restoreFailed'), restore.error)}</Notice>
            ) : null}
          </Stack>
          <ModalActions>
            <Button onClick={onCancel} autoFocus>
              {t('workflowHistory.cancel')}
            </Button>
            <Button
              variant="primary"
              loading={restore.isPending}
              disabledReason={changes.length === 0 ? t('workflowHistory.nothingToRestore') : undefined}
              onClick={confirm}
            >
              {t('workflowHistory.restoreNumber', { number })}
            </Button>
          </ModalActions>
        </>
      )}
    </QueryView>
  );
};

/** Asks for confirmation, and says first what restoring an older workflow does. */
export const RestoreDialog = (props: RestoreDialogProps) => {
  const t = useAdminMessages();
  const { number, onCancel } = props;
  return (
    <Modal isOpen onClose={onCancel} title={t('workflowHistory.restoreTitle', { number })} width="wide">
      <RestoreContent {...props} />
    </Modal>
  );
};
