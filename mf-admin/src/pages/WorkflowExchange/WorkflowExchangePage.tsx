import { groupPathOf } from '@obieg/contracts/group-path';
import { Button, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import { notify, useNavigate, usePageTitle } from '@obieg/web-kit';
import { LoadFailure } from '../../failures/LoadFailure';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { RequireWorkflowManager } from '../../guards/RequireWorkflowManager';
import { useAdminMessages } from '../../i18n/messages';
import { CreatedGroups } from './CreatedGroups';
import { ExportCard } from './ExportCard';
import { FileCard } from './FileCard';
import { FileErrors } from './FileErrors';
import { GroupChoices } from './GroupChoices';
import { ImportPreview } from './ImportPreview';
import { Step } from './Step';
import { TemplateGallery } from './TemplateGallery';
import { useImport } from './use-import';
import classes from './workflow-exchange.module.css';

type Import = ReturnType<typeof useImport>;

/** The steps after a file or template has been chosen. */
const ImportSteps = ({ steps, name }: { steps: Import; name: string }) => {
  const t = useAdminMessages();
  const { preview, missingGroups, errors, failure, isLoading, cancel } = steps;
  if (preview)
    return (
      <Step key="preview">
        <ImportPreview
          name={name}
          preview={preview}
          isRunning={steps.isImporting}
          error={steps.importError}
          onImport={steps.run}
          onCancel={cancel}
        />
      </Step>
    );
  if (missingGroups)
    return (
      <Step key="groups">
        <GroupChoices
          file={steps.source?.file}
          missing={missingGroups}
          isRunning={isLoading}
          onChoose={steps.assignGroups}
          onCreated={steps.addCreatedGroup}
          onCancel={cancel}
        />
      </Step>
    );
  if (errors.length > 0)
    return (
      <Step key="errors">
        <FileErrors file={steps.source?.file} errors={errors} onCancel={cancel} />
      </Step>
    );
  if (failure)
    return (
      <LoadFailure
        title={t('workflowExchange.preview.loadFailed')}
        query={{ error: failure, isFetching: isLoading, refetch: steps.retry }}
        actions={<Button onClick={cancel}>{t('workflowExchange.cancel')}</Button>}
      />
    );
  return (
    <Loading>
      <SkeletonCard />
    </Loading>
  );
};

const WorkflowExchange = () => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const steps = useImport(() => {
    notify.success(t('workflowExchange.imported'));
    void navigate('/workflow-history');
  });
  usePageTitle(t('workflowExchange.title'));
  return (
    <Page>
      <PageHead
        title={t('workflowExchange.title')}
        lead={t('workflowExchange.lead')}
        actions={
          <Button icon="history" to="/workflow-history">
            {t('workflowHistory.title')}
          </Button>
        }
      />
      {steps.source ? (
        <ImportSteps steps={steps} name={steps.source.name} />
      ) : (
        <Step key="choice">
          {steps.createdGroups.length > 0 ? (
            <CreatedGroups groups={steps.createdGroups} onChange={steps.setCreatedGroups} />
          ) : null}
          <div className={classes['cards']}>
            <ExportCard />
            <FileCard onChoose={steps.choose} />
          </div>
          <TemplateGallery onChoose={steps.choose} />
        </Step>
      )}
      <UnsavedChangesDialog
        hasChanges={steps.leavesGroups}
        texts={{
          title: t('workflowExchange.leave.title'),
          question: t('workflowExchange.leave.question', {
            names: steps.createdGroups.map(({ entity }) => groupPathOf(entity)).join(', '),
          }),
          stay: t('workflowExchange.leave.stay'),
        }}
      />
    </Page>
  );
};

/** Exports the workflow as a file, and imports a file or a ready workflow. */
export const Component = () => (
  <RequireOrganization>
    <RequireWorkflowManager fallbackPath="/status-transitions">
      <WorkflowExchange />
    </RequireWorkflowManager>
  </RequireOrganization>
);
