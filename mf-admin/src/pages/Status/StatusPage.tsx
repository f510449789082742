import type { WorkflowStatus } from '@obieg/contracts';
import { Card, DateTime, DetailList, StatusBadge } from '@obieg/ui';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useDeleteStatus } from '../../api/statuses.api';
import { useAdminMessages } from '../../i18n/messages';
import { EntityActions } from '../../workflow-entities/EntityActions';
import { noFormData } from '../../workflow-entities/entity-kind';
import { useStatusUses } from '../../workflow-entities/use-status-uses';
import { WorkflowEntityPage } from '../../workflow-entities/WorkflowEntityPage';
import { ApprovalDetails } from './ApprovalDetails';
import { StatusForm } from './StatusForm';
import { statusKind } from './status-form';

const ViewActions = (versioned: Versioned<WorkflowStatus>) => {
  const t = useAdminMessages();
  const describeUses = useStatusUses();
  return (
    <EntityActions
      kind={statusKind}
      versioned={versioned}
      editLabel={t('statuses.edit')}
      deletion={useDeleteStatus()}
      disabledReason={describeUses(versioned.entity.id)}
    />
  );
};

const StatusDetails = ({ status }: { status: WorkflowStatus }) => {
  const t = useAdminMessages();
  return (
    <Card>
      <DetailList
        columns={2}
        items={[
          { label: t('status.name'), value: status.name },
          {
            label: t('status.type'),
            value: (
              <StatusBadge type={status.statusType}>{t(`statusTypes.${status.statusType}`)}</StatusBadge>
            ),
          },
          ...(status.approval
            ? [
                {
                  label: t('status.approval.title'),
                  value: <ApprovalDetails approval={status.approval} />,
                },
              ]
            : []),
          {
            label: t('statuses.columns.createdAt'),
            value: <DateTime value={status.createdAt} format="mediumDate" />,
          },
        ]}
      />
    </Card>
  );
};

/** Creates, shows or edits a workflow status (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    kind={statusKind}
    useFormData={() => noFormData}
    Form={StatusForm}
    renderDetails={(status) => <StatusDetails status={status} />}
    renderActions={(versioned) => <ViewActions {...versioned} />}
  />
);
