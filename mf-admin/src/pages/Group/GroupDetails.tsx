import type { Group } from '@obieg/contracts';
import { Card, DateTime, DetailList } from '@obieg/ui';
import { useGroupNames } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';

export const GroupDetails = ({ group }: { group: Group }) => {
  const t = useAdminMessages();
  const nameOfGroup = useGroupNames();
  const { parentGroupId, parentGroupName } = group;
  return (
    <Card>
      <DetailList
        columns={2}
        items={[
          { label: t('group.name'), value: group.name },
          {
            label: t('group.parent'),
            value: parentGroupId === null ? '-' : nameOfGroup(parentGroupId, parentGroupName),
          },
          { label: t('group.description'), value: group.description || '-' },
          {
            label: t('groups.columns.createdAt'),
            value: <DateTime value={group.createdAt} format="mediumDate" />,
          },
        ]}
      />
    </Card>
  );
};
