import type { WorkflowRevisionDetails } from '@obieg/contracts';
import {
  Button,
  Card,
  DateTime,
  DetailList,
  ErrorPanel,
  Loading,
  Page,
  PageHead,
  QueryView,
  SelectField,
  SkeletonCard,
  Stack,
} from '@obieg/ui';
import { isNotFound, saveFile, useNavigate, usePageTitle, useParams, useSearchParams } from '@obieg/web-kit';
import { useState } from 'react';
import {
  printFile,
  useRecentRevisions,
  useRevision,
  useRevisionDiff,
} from '../../api/workflow-revisions.api';
import { parseId } from '../../browser/parse-id';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { RequireWorkflowManager } from '../../guards/RequireWorkflowManager';
import { useAdminMessages } from '../../i18n/messages';
import { ChangeList } from '../../workflow-changes/ChangeList';
import { useBilingual } from '../../workflow-changes/use-bilingual';
import { RestoreDialog } from './RestoreDialog';
import { RevisionAuthor, RevisionKindBadge } from './revision-columns';

const historyPath = '/workflow-history';

/** Compares the revision with another one: by default, with the one before it. */
const Comparison = ({ number }: { number: number }) => {
  const t = useAdminMessages();
  const inLanguage = useBilingual();
  const [search, setSearch] = useSearchParams();
  const { data: revisions = [] } = useRecentRevisions();
  const previous = revisions.find((revision) => revision.number < number)?.number;
  const against = parseId(search.get('against')) ?? previous;
  const diff = useRevisionDiff(against, number);
  const options = revisions
    .filter((revision) => revision.number !== number)
    .map((revision) => ({
      value: String(revision.number),
      label: `${revision.number}: ${inLanguage(revision.summary)}`,
    }));
  if (against === undefined)
    return <Card title={t('workflowHistory.changes')}>{t('workflowHistory.first')}</Card>;
  const isListed = options.some(({ value }) => value === String(against));
  return (
    <Card title={t('workflowHistory.changes')}>
      <Stack gap="lg">
        <SelectField
          label={t('workflowHistory.against')}
          value={String(against)}
          options={isListed ? options : [...options, { value: String(against), label: String(against) }]}
          onChange={({ currentTarget }) => setSearch({ against: currentTarget.value }, { replace: true })}
        />
        <QueryView
          query={diff}
          failure={() => <LoadFailure title={t('workflowHistory.comparisonFailed')} query={diff} />}
          skeleton={<SkeletonCard />}
        >
          {({ changes }) => <ChangeList changes={changes} />}
        </QueryView>
      </Stack>
    </Card>
  );
};

const RevisionDetails = ({ revision }: { revision: WorkflowRevisionDetails }) => {
  const t = useAdminMessages();
  const inLanguage = useBilingual();
  const navigate = useNavigate();
  const [isRestoring, setIsRestoring] = useState(false);
  const { data: revisions } = useRecentRevisions();
  const { number, file } = revision;
  const isNewest = revisions?.[0]?.number === number;
  const title = t('workflowHistory.revision', { number });
  usePageTitle(title);
  return (
    <Page>
      <PageHead
        title={title}
        breadcrumb={[{ label: t('workflowHistory.title'), to: historyPath }, { label: title }]}
        badges={<RevisionKindBadge revision={revision} t={t} />}
        lead={inLanguage(revision.summary)}
        actions={
          <>
            <Button icon="download" onClick={() => saveFile(printFile(file), `workflow-${number}.json`)}>
              {t('workflowHistory.download')}
            </Button>
            <Button
              variant="primary"
              icon="history"
              disabledReason={isNewest ? t('workflowHistory.isNewest') : undefined}
              onClick={() => setIsRestoring(true)}
            >
              {t('workflowHistory.restore')}
            </Button>
          </>
        }
      />
      <Card>
        <DetailList
          columns={2}
          items={[
            {
              label: t('workflowHistory.columns.author'),
              value: <RevisionAuthor revision={revision} t={t} />,
            },
            { label: t('workflowHistory.columns.time'), value: <DateTime value={revision.createdAt} /> },
          ]}
        />
      </Card>
      <Comparison number={number} />
      {isRestoring ? (
        <RestoreDialog
          number={number}
          onRestored={() => void navigate(historyPath)}
          onCancel={() => setIsRestoring(false)}
        />
      ) : null}
    </Page>
  );
};

const Revision = () => {
  const t = useAdminMessages();
  const number = parseId(useParams()['number']) ?? 0;
  const query = useRevision(number);
  if (query.data) return <RevisionDetails key={number} revision={query.data} />;
  return (
    <Page>
      {query.error ? null : (
        <Loading>
          <SkeletonCard />
        </Loading>
      )}
      {isNotFound(query.error) ? (
        <ErrorPanel
          title={t('workflowHistory.notFound')}
          icon="search"
          isWholePage
          actions={<Button to={historyPath}>{t('workflowHistory.back')}</Button>}
        />
      ) : null}
      {query.error && !isNotFound(query.error) ? (
        <LoadFailure title={t('workflowHistory.revisionFailed')} query={query} isWholePage />
      ) : null}
    </Page>
  );
};

/** Shows one saved state of the workflow, compares it with any other, and restores it. */
export const Component = () => (
  <RequireOrganization>
    <RequireWorkflowManager fallbackPath="/status-transitions">
      <Revision />
    </RequireWorkflowManager>
  </RequireOrganization>
);
