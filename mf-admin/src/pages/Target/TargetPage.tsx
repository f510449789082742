import type { Target } from '@obieg/contracts';
import { Card, Stack, Text } from '@obieg/ui';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useDeleteTarget } from '../../api/targets.api';
import { useAdminMessages } from '../../i18n/messages';
import { type TargetData, useTargetData } from '../../targets/use-target-data';
import { useTargetTexts } from '../../targets/use-target-texts';
import { EntityActions } from '../../workflow-entities/EntityActions';
import { WorkflowEntityPage } from '../../workflow-entities/WorkflowEntityPage';
import { TargetForm } from './TargetForm';
import { targetKind } from './target-form';

const ViewActions = (versioned: Versioned<Target>) => {
  const t = useAdminMessages();
  return (
    <EntityActions
      kind={targetKind}
      versioned={versioned}
      editLabel={t('targets.edit')}
      deletion={useDeleteTarget()}
      disabledReason={undefined}
    />
  );
};

const TargetDetails = ({ target, data }: { target: Target; data: TargetData }) => {
  const t = useAdminMessages();
  const { describe } = useTargetTexts(data);
  return (
    <Card title={target.metric}>
      <Stack gap="xs">
        <Text>{describe(target)}</Text>
        {target.isActive ? null : <Text muted>{t('targets.inactive')}</Text>}
      </Stack>
    </Card>
  );
};

/** Creates, shows or edits a target. */
export const Component = () => (
  <WorkflowEntityPage
    kind={targetKind}
    useFormData={useTargetData}
    Form={TargetForm}
    renderDetails={(target, data) => <TargetDetails target={target} data={data} />}
    renderActions={(versioned) => <ViewActions {...versioned} />}
  />
);
