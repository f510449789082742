import { EmptyState, Loading, Page, PageHead, QueryFailure, SkeletonCard } from '@obieg/ui';
import { ImportWizard } from '@obieg/ui/csv-import';
import { describeError, useArePermissionsLoading, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useTaskMessages } from '../../i18n/messages';
import { useFilterOptions } from '../../task-list/views.api';
import { nameQuestions } from './guess-columns';
import { useTaskImportKind } from './task-import-kind';

const Wizard = ({ questions }: { questions: readonly string[] }) => (
  <ImportWizard kind={useTaskImportKind(questions)} />
);

/** Loads the questions, to which columns can be answers. */
const ImportPage = () => {
  const t = useTaskMessages();
  const options = useFilterOptions([], true);
  if (options.data) return <Wizard questions={nameQuestions(options.data.parameters)} />;
  return options.error ? (
    <QueryFailure title={t('import.optionsFailed')} query={options}>
      {describeError(options.error)}
    </QueryFailure>
  ) : (
    <Loading>
      <SkeletonCard />
    </Loading>
  );
};

/** Page `/tasks/import`, for people who manage the workflow. */
export const Component = () => {
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  const areLoading = useArePermissionsLoading();
  usePageTitle(t('import.title'));
  const forbidden = areLoading ? (
    <Loading>
      <SkeletonCard />
    </Loading>
  ) : (
    <EmptyState icon="lock" title={t('import.forbidden')} />
  );
  return (
    <Page width="wizard">
      <PageHead
        title={t('import.title')}
        lead={t('import.lead')}
        breadcrumb={[{ label: t('list.title'), to: '/tasks' }, { label: t('import.title') }]}
      />
      {canManageWorkflow ? <ImportPage /> : forbidden}
    </Page>
  );
};
