import type { WorkflowScenario } from '@obieg/contracts';
import { Badge, Button, Card, EmptyState, IconButton, Notice, Stack, Text } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { isPreconditionFailed, type Translate, usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { useFindingText } from '../../workflow-check/finding-texts';
import { useFindings } from '../../workflow-check/use-findings';
import {
  useChangeExpectation,
  useDeleteScenario,
  useScenarioList,
  useWorkflowCheck,
} from '../../workflow-check/workflow-check.api';
import { findExpectation, type SavedWorkflow } from './scenario-result';

const ScenarioState = ({ id }: { id: number }) => {
  const t = useAdminMessages();
  const textOf = useFindingText();
  const broken = useFindings().find(({ code, subject }) => code === 'SCENARIO_BROKEN' && subject.id === id);
  const isUnchecked = useWorkflowCheck().data?.unchecked?.includes('SCENARIO_BROKEN');
  if (!broken)
    return isUnchecked ? (
      <Badge>{t('scenarios.unknown')}</Badge>
    ) : (
      <Badge tone="success">{t('scenarios.holds')}</Badge>
    );
  return (
    <>
      <Badge tone="warning">{t('scenarios.broken')}</Badge>
      <Text size="small">{textOf(broken)}</Text>
    </>
  );
};

/** Accepts what a broken scenario results in now. Absent if its answers do not make a task. */
const AcceptButton = ({ scenario, workflow }: { scenario: WorkflowScenario; workflow: SavedWorkflow }) => {
  const t = useAdminMessages();
  const { mutate, isPending, error } = useChangeExpectation();
  const isBroken = useFindings().some(
    ({ code, subject }) => code === 'SCENARIO_BROKEN' && subject.id === scenario.id,
  );
  const expectation = useMemo(() => findExpectation(workflow, scenario.answers), [workflow, scenario]);
  if (!isBroken || !expectation) return null;
  return (
    <>
      <Button loading={isPending} onClick={() => mutate({ id: scenario.id, expectation })}>
        {t('scenarios.accept')}
      </Button>
      {error ? (
        <Notice tone="danger">
          {isPreconditionFailed(error)
            ? t('scenarios.changedMeanwhile')
            : appendReason(t('scenarios.acceptFailed'), error)}
        </Notice>
      ) : null}
    </>
  );
};

const createColumns = (
  t: Translate,
  workflow: SavedWorkflow,
  onDelete: (scenario: WorkflowScenario) => void,
): Column<WorkflowScenario>[] => [
  { id: 'name', header: t('scenarios.columns.name'), isMain: true, cell: ({ name }) => name },
  {
    id: 'state',
    header: t('scenarios.columns.state'),
    cell: (scenario) => (
      <Stack gap="xs" align="flex-start">
        <ScenarioState id={scenario.id} />
        <AcceptButton scenario={scenario} workflow={workflow} />
      </Stack>
    ),
  },
  {
    id: 'actions',
    header: t('scenarios.columns.actions'),
    kind: 'actions',
    cell: (scenario) => (
      <IconButton
        icon="delete"
        label={t('scenarios.delete', { name: scenario.name })}
        onClick={() => onDelete(scenario)}
      />
    ),
  },
];

/** Lists the saved scenarios and whether each still has its expected result. For workflow managers. */
export const ScenarioList = ({ workflow }: { workflow: SavedWorkflow }) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data, error, isFetching, refetch } = useScenarioList();
  const [toDelete, setToDelete] = useState<WorkflowScenario>();
  const deletion = useDeleteScenario();
  const columns = useMemo(() => createColumns(t, workflow, setToDelete), [t, workflow]);
  if (!canManageWorkflow) return null;
  return (
    <Card title={t('scenarios.title')}>
      <Stack gap="md">
        <Text muted>{t('scenarios.lead')}</Text>
        <DataTable
          label={t('scenarios.title')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/workflow-parameters/try?scenario=${id}`}
          isRefreshing={isFetching}
          empty={
            <EmptyState icon="adjustments" title={t('scenarios.empty')}>
              {t('scenarios.emptyHelp')}
            </EmptyState>
          }
          error={
            error ? (
              <LoadFailure title={t('scenarios.failed')} query={{ error, isFetching, refetch }} />
            ) : undefined
          }
        />
      </Stack>
      <DeleteDialog
        shown={toDelete}
        name={toDelete?.name}
        texts="scenarios"
        deletion={deletion}
        onClose={() => setToDelete(undefined)}
      />
    </Card>
  );
};
