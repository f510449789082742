import { Button, Card, Notice, Text } from '@obieg/ui';
import { saveFile, useMutation } from '@obieg/web-kit';
import { exportWorkflow } from '../../api/workflow-revisions.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './workflow-exchange.module.css';

/** Downloads the present workflow. */
export const ExportCard = () => {
  const t = useAdminMessages();
  const download = useMutation({
    mutationFn: exportWorkflow,
    onSuccess: (content) => saveFile(content, 'workflow.json'),
  });
  return (
    <Card title={t('workflowExchange.export.title')}>
      <div className={classes['stack']}>
        <Text>{t('workflowExchange.export.text')}</Text>
        {download.error ? <Notice tone="danger">{t('workflowExchange.export.failed')}</Notice> : null}
        <div>
          <Button icon="download" loading={download.isPending} onClick={() => download.mutate()}>
            {t('workflowExchange.export.button')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
