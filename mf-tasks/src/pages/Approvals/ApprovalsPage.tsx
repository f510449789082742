import type { ApprovalDecision, PendingApproval } from '@obieg/contracts';
import {
  Button,
  Card,
  DateTime,
  EmptyState,
  Page,
  PageHead,
  QueryView,
  SkeletonLines,
  Text,
} from '@obieg/ui';
import { LoadMore } from '@obieg/ui/lists';
import { describeError, Link, usePageTitle } from '@obieg/web-kit';
import { type ComponentProps, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { useApprovals } from './approvals.api';
import classes from './approvals.module.css';
import { DecisionDialog } from './DecisionDialog';
import { useApprovalKeys } from './use-approval-keys';

type OnDecide = (approval: PendingApproval, decision: ApprovalDecision) => void;

interface RowProps {
  approval: PendingApproval;
  onDecide: OnDecide;
  linkProps: Omit<ComponentProps<typeof Link>, 'to'>;
}

const ApprovalRow = ({ approval, onDecide, linkProps }: RowProps) => {
  const t = useTaskMessages();
  const { publicTaskId, title, statusName, startedAt, authorName, onBehalfOf } = approval;
  return (
    <li className={classes['row']}>
      <div>
        <Link to={`/task/${publicTaskId}?approval`} {...linkProps}>
          {title}
        </Link>
        <Text size="small" muted>
          #{publicTaskId} · {statusName} · {authorName ?? t('approvals.visitor')} ·{' '}
          <DateTime value={startedAt} format="relative" />
        </Text>
        {onBehalfOf.length > 0 ? (
          <Text size="small">
            {t('approval.onBehalfOf', { names: onBehalfOf.map(({ name }) => name).join(', ') })}
          </Text>
        ) : null}
      </div>
      <div className={classes['buttons']}>
        <Button
          compact
          icon="check"
          aria-label={t('approvals.approveNamed', { title })}
          onClick={() => onDecide(approval, 'APPROVED')}
        >
          {t('approval.approve')}
        </Button>
        <Button
          compact
          icon="clear"
          aria-label={t('approvals.rejectNamed', { title })}
          onClick={() => onDecide(approval, 'REJECTED')}
        >
          {t('approval.reject')}
        </Button>
      </div>
    </li>
  );
};

const ApprovalRows = ({
  approvals,
  onDecide,
}: {
  approvals: readonly PendingApproval[];
  onDecide: OnDecide;
}) => {
  const t = useTaskMessages();
  const { linkProps } = useApprovalKeys(approvals, onDecide);
  return (
    <>
      <Card flush>
        <ul className={classes['rows']} aria-label={t('approvals.title')}>
          {approvals.map((approval) => (
            <ApprovalRow
              key={approval.roundId}
              approval={approval}
              onDecide={onDecide}
              linkProps={linkProps(approval)}
            />
          ))}
        </ul>
      </Card>
      <p className={classes['keys']}>{t('approvals.keys')}</p>
    </>
  );
};

/** Page `/approvals`: the tasks that wait for the caller's decision, also for absent approvers. */
export const Component = () => {
  const t = useTaskMessages();
  const list = useApprovals();
  const { approvals, pendingCount, error, hasNextPage, isFetchingNextPage } = list;
  const [deciding, setDeciding] = useState<{ approval: PendingApproval; decision: ApprovalDecision }>();
  usePageTitle(t('approvals.title'));
  return (
    <Page width="form">
      <PageHead
        title={t('approvals.title')}
        lead={pendingCount > 0 ? t('approvals.count', { count: pendingCount }) : undefined}
      />
      <QueryView
        query={list}
        failure={t('approvals.failed')}
        describeFailure={() => (error === null ? undefined : describeError(error))}
        skeleton={
          <Card>
            <SkeletonLines lines={6} />
          </Card>
        }
      >
        {() =>
          approvals && approvals.length > 0 ? (
            <ApprovalRows
              approvals={approvals}
              onDecide={(approval, decision) => setDeciding({ approval, decision })}
            />
          ) : (
            <EmptyState icon="check" title={t('approvals.empty')}>
              {t('approvals.emptyHelp')}
            </EmptyState>
          )
        }
      </QueryView>
      {hasNextPage ? (
        <LoadMore hasMore isLoading={isFetchingNextPage} onLoadMore={() => void list.fetchNextPage()} />
      ) : null}
      {deciding ? <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} /> : null}
    </Page>
  );
};
