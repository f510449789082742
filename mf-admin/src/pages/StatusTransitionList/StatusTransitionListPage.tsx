import type { StatusTransition } from '@obieg/contracts';
import { Button, Page, PageHead } from '@obieg/ui';
import { usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useStatusList } from '../../api/statuses.api';
import { useDeleteTransition, useTransitionList } from '../../api/transitions.api';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { DeletionImpact } from '../../task-impact/ChangeImpact';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';
import { FindingsPanel } from '../../workflow-check/FindingsPanel';
import { ListAndDiagram } from './ListAndDiagram';
import { TransitionTable } from './TransitionTable';
import classes from './transition-list.module.css';

const StatusTransitionList = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const transitions = useTransitionList();
  const statuses = useStatusList();
  const refresh = (): void => {
    void transitions.refetch();
    void statuses.refetch();
  };
  const [transitionToDelete, setTransitionToDelete] = useState<StatusTransition>();
  const deletion = useDeleteTransition();
  usePageTitle(t('transitions.title'));
  return (
    <Page width="wide">
      <PageHead
        title={t('transitions.title')}
        lead={t('transitions.lead')}
        actions={
          <>
            <Button icon="refresh" loading={transitions.isFetching || statuses.isFetching} onClick={refresh}>
              {t('transitions.refresh')}
            </Button>
            {canManageWorkflow ? (
              <Button variant="primary" icon="add" to="/status-transitions/new">
                {t('transitions.add')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={classes['above']}>
        <WorkflowLinks />
        <FindingsPanel />
      </div>
      <ListAndDiagram transitions={transitions}>
        {(isWide) => (
          <TransitionTable transitions={transitions} onDelete={setTransitionToDelete} isWide={isWide} />
        )}
      </ListAndDiagram>
      <DeleteDialog
        shown={transitionToDelete}
        name={transitionToDelete?.name}
        texts="transitions"
        deletion={deletion}
        onClose={() => setTransitionToDelete(undefined)}
      >
        {transitionToDelete ? <DeletionImpact kind="transition" id={transitionToDelete.id} /> : null}
      </DeleteDialog>
    </Page>
  );
};

/** Lists the workflow's status transitions beside the diagram (spec 2 §2). */
export const Component = () => (
  <RequireOrganization>
    <StatusTransitionList />
  </RequireOrganization>
);
