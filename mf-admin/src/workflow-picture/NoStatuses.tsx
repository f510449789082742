import { Button, EmptyState } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useAdminMessages } from '../i18n/messages';

/** Replaces the picture and the diagram of a workflow without statuses. */
export const NoStatuses = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  return (
    <EmptyState
      icon="statuses"
      title={t('diagram.empty')}
      action={
        canManageWorkflow ? (
          <Button variant="primary" icon="add" to="/workflow-statuses/new">
            {t('diagram.createStatus')}
          </Button>
        ) : null
      }
    >
      {t('diagram.emptyHelp')}
    </EmptyState>
  );
};
