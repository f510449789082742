import { Button, Notice } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useNewestRevision } from '../api/workflow-revisions.api';
import { useAdminMessages } from '../i18n/messages';
import classes from './workflow-changes.module.css';

/** Suggests a ready workflow while the organization still has the default one. */
const TemplateSuggestion = () => {
  const t = useAdminMessages();
  const { data: newest } = useNewestRevision();
  if (newest?.kind !== 'DEFAULT') return null;
  return (
    <Notice
      title={t('workflowChanges.suggestion.title')}
      announce={false}
      actions={
        <Button size="small" to="/workflow-exchange">
          {t('workflowChanges.suggestion.open')}
        </Button>
      }
    >
      {t('workflowChanges.suggestion.text')}
    </Notice>
  );
};

interface WorkflowLinksProps {
  /** Whether the links are on the page of the picture itself. */
  isPicture?: boolean;
}

/**
 * Links from the pages of the workflow to its picture and, for callers who may change it, to its history and to import
 * and export.
 */
export const WorkflowLinks = ({ isPicture = false }: WorkflowLinksProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const pictureLink = isPicture ? null : (
    <Button variant="quiet" size="small" icon="workflow" to="/workflow">
      {t('picture.open')}
    </Button>
  );
  if (!canManageWorkflow)
    return pictureLink ? (
      <nav className={classes['links']} aria-label={t('workflowChanges.links')}>
        {pictureLink}
      </nav>
    ) : null;
  return (
    <>
      <nav className={classes['links']} aria-label={t('workflowChanges.links')}>
        {pictureLink}
        <Button variant="quiet" size="small" icon="history" to="/workflow-history">
          {t('workflowHistory.title')}
        </Button>
        <Button variant="quiet" size="small" icon="transitions" to="/workflow-exchange">
          {t('workflowExchange.title')}
        </Button>
        <Button variant="quiet" size="small" icon="clock" to="/due-settings">
          {t('dueSettings.title')}
        </Button>
        <Button variant="quiet" size="small" icon="calendar" to="/calendars">
          {t('calendars.title')}
        </Button>
        <Button variant="quiet" size="small" icon="target" to="/targets">
          {t('targets.title')}
        </Button>
      </nav>
      <TemplateSuggestion />
    </>
  );
};
