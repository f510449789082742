import type { WorkflowPreview } from '@obieg/contracts';
import { Button, Card, Notice } from '@obieg/ui';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { TaskImpactNotice } from '../../task-impact/TaskImpactNotice';
import { ChangeList } from '../../workflow-changes/ChangeList';
import { ImpactNotice } from '../../workflow-changes/ImpactNotice';
import { PreviewFindings } from '../../workflow-changes/PreviewFindings';
import classes from './workflow-exchange.module.css';

interface ImportPreviewProps {
  name: string;
  preview: WorkflowPreview;
  isRunning: boolean;
  error: unknown;
  onImport: () => void;
  onCancel: () => void;
}

/** Shows what an import changes, finds and affects, before it is made. */
export const ImportPreview = ({
  name,
  preview: { changes, findings, unchecked, impact, workflow },
  isRunning,
  error,
  onImport,
  onCancel,
}: ImportPreviewProps) => {
  const t = useAdminMessages();
  return (
    <Card title={t('workflowExchange.preview.title', { name })}>
      <div className={classes['stack']}>
        <ImpactNotice impact={impact} />
        <TaskImpactNotice request={workflow && { workflow }} />
        <PreviewFindings findings={findings} unchecked={unchecked} />
        <ChangeList changes={changes} />
        {error ? (
          <Notice tone="danger">{appendReason(t('workflowExchange.preview.failed'), error)}</Notice>
        ) : null}
        <div className={classes['actions']}>
          <Button onClick={onCancel}>{t('workflowExchange.cancel')}</Button>
          <Button
            variant="primary"
            icon="upload"
            loading={isRunning}
            disabledReason={changes.length === 0 ? t('workflowExchange.preview.nothing') : undefined}
            onClick={onImport}
          >
            {t('workflowExchange.preview.button')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
