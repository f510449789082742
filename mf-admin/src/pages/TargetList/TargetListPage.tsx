import type { Listed, Target } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  IconButton,
  Loading,
  Notice,
  Page,
  PageHead,
  SkeletonCard,
  Text,
  TextLink,
} from '@obieg/ui';
import { getRejectionReason, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useDeleteTarget, useOrderTargets, useTargetList } from '../../api/targets.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { type TargetData, useTargetData } from '../../targets/use-target-data';
import { useTargetTexts } from '../../targets/use-target-texts';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';
import { FindingMark } from '../../workflow-check/FindingMark';
import { TargetTrial } from './TargetTrial';
import classes from './target-list.module.css';

type Row = Listed<Target>;

interface TargetsProps {
  targets: readonly Row[];
  data: TargetData;
  onDelete: (target: Row) => void;
}

const swap = (targets: readonly Row[], index: number, other: number): Row[] => {
  const order = [...targets];
  const [one, two] = [order[index], order[other]];
  if (one && two) [order[index], order[other]] = [two, one];
  return order;
};

/** The targets as sentences, in the order in which they are matched. */
const Targets = ({ targets, data, onDelete }: TargetsProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { describe } = useTargetTexts(data);
  const order = useOrderTargets();
  const move = (index: number, other: number): void => order.mutate(swap(targets, index, other));
  return (
    <Card>
      {order.error ? (
        <Notice tone="danger">{getRejectionReason(order.error) ?? t('targets.orderFailed')}</Notice>
      ) : null}
      <ol className={classes['targets']} aria-label={t('targets.title')}>
        {targets.map((target, index) => (
          <li key={target.id} className={classes['target']}>
            <div className={classes['sentence']}>
              <TextLink to={`/targets/${target.id}`}>{target.metric}</TextLink>{' '}
              {target.isActive ? null : <Badge tone="neutral">{t('targets.inactive')}</Badge>}
              <FindingMark kind="target" id={target.id} />
              <Text>{describe(target)}</Text>
            </div>
            {canManageWorkflow ? (
              <span>
                <IconButton
                  icon="moveUp"
                  label={t('targets.moveUp', { name: target.metric })}
                  disabled={index === 0 || order.isPending}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="moveDown"
                  label={t('targets.moveDown', { name: target.metric })}
                  disabled={index === targets.length - 1 || order.isPending}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton icon="edit" label={t('targets.edit')} to={`/targets/${target.id}/edit`} />
                <IconButton icon="delete" label={t('targets.delete')} onClick={() => onDelete(target)} />
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
};

const TargetList = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const query = useTargetList();
  const { data, error, isFetching, retry } = useTargetData();
  const [targetToDelete, setTargetToDelete] = useState<Row>();
  const deletion = useDeleteTarget();
  usePageTitle(t('targets.title'));
  const addButton = canManageWorkflow ? (
    <Button variant="primary" icon="add" to="/targets/new">
      {t('targets.add')}
    </Button>
  ) : null;
  const renderContent = () => {
    const failure = query.data ? error : query.error;
    if (!query.data || !data)
      return failure ? (
        <LoadFailure
          title={t('targets.failed')}
          query={query.error ? query : { error: failure, isFetching, refetch: retry }}
        />
      ) : (
        <Loading>
          <SkeletonCard />
        </Loading>
      );
    if (query.data.length === 0)
      return (
        <EmptyState icon="target" title={t('targets.empty')} action={addButton}>
          {t('targets.emptyHelp')}
        </EmptyState>
      );
    return (
      <>
        <Targets targets={query.data} data={data} onDelete={setTargetToDelete} />
        <TargetTrial targets={query.data} data={data} />
      </>
    );
  };
  return (
    <Page>
      <PageHead title={t('targets.title')} lead={t('targets.lead')} actions={addButton} />
      <WorkflowLinks />
      {renderContent()}
      <DeleteDialog
        shown={targetToDelete}
        name={targetToDelete?.metric}
        texts="targets"
        deletion={deletion}
        isReasonEnough
        onClose={() => setTargetToDelete(undefined)}
      />
    </Page>
  );
};

/** Lists the organization's targets, and says what they mean for a given task. */
export const Component = () => (
  <RequireOrganization>
    <TargetList />
  </RequireOrganization>
);
