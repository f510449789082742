import type { Group } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Button, Notice, Text } from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useDeleteUnusedGroups } from '../../api/groups.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';

interface CreatedGroupsProps {
  groups: readonly Versioned<Group>[];
  /** Called with the groups that this notice still has to name. */
  onChange: (groups: readonly Versioned<Group>[]) => void;
}

/** Says that groups of a cancelled import are left, and removes those that nothing uses. */
export const CreatedGroups = ({ groups, onChange }: CreatedGroupsProps) => {
  const t = useAdminMessages();
  const { mutate, isPending, error } = useDeleteUnusedGroups();
  const [isTried, setIsTried] = useState(false);
  const names = groups.map(({ entity }) => groupPathOf(entity)).join(', ');
  const remove = (): void =>
    mutate(groups, {
      onSuccess: (staying) => {
        setIsTried(true);
        if (staying.length === 0) notify.success(t('workflowExchange.groups.removed'));
        onChange(staying);
      },
    });
  return (
    <Notice
      tone={isTried ? 'warning' : 'info'}
      takesFocus
      onDismiss={() => onChange([])}
      actions={
        <>
          {isTried ? null : (
            <Button loading={isPending} onClick={remove}>
              {t('workflowExchange.groups.remove')}
            </Button>
          )}
          <Button to="/groups">{t('workflowExchange.groups.show')}</Button>
        </>
      }
    >
      {t(isTried ? 'workflowExchange.groups.inUse' : 'workflowExchange.groups.left', { names })}
      {error ? <Text>{appendReason(t('workflowExchange.groups.removeFailed'), error)}</Text> : null}
    </Notice>
  );
};
