import type { Group } from '@obieg/contracts';
import { DateTime, IconButton, Text } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import type { GroupNames } from '../../api/groups.api';
import classes from './group-list.module.css';
import type { GroupRow } from './group-tree';

const none = '-';
/** Deeper levels are not indented further, so that their names keep some width. */
const indentedDepthMax = 6;

/** Indented by depth. Screen readers learn the parent from its column. */
const GroupName = ({ group: { name }, depth }: GroupRow) =>
  depth === 0 ? (
    name
  ) : (
    <span className={classes['child']} data-depth={Math.min(depth, indentedDepthMax)}>
      {name}
    </span>
  );

export const createGroupColumns = (
  t: Translate,
  nameOfGroup: GroupNames,
  canEdit: boolean,
  onDelete: (group: Group) => void,
): Column<GroupRow>[] => [
  { id: 'id', header: t('groups.columns.id'), kind: 'code', width: '72px', cell: ({ group }) => group.id },
  { id: 'name', header: t('groups.columns.name'), isMain: true, cell: (row) => <GroupName {...row} /> },
  {
    id: 'description',
    header: t('groups.columns.description'),
    cell: ({ group }) => (
      <Text as="span" lines={2}>
        {group.description || none}
      </Text>
    ),
  },
  {
    id: 'parent',
    header: t('groups.columns.parent'),
    cell: ({ group: { parentGroupId, parentGroupName } }) =>
      parentGroupId === null ? none : nameOfGroup(parentGroupId, parentGroupName),
  },
  {
    id: 'members',
    header: t('groups.columns.members'),
    kind: 'number',
    cell: ({ group }) => group.memberCount ?? none,
  },
  {
    id: 'createdAt',
    header: t('groups.columns.createdAt'),
    cell: ({ group }) => <DateTime value={group.createdAt} format="mediumDate" />,
  },
  {
    id: 'actions',
    header: t('groups.columns.actions'),
    kind: 'actions',
    cell: ({ group }) => (
      <>
        <IconButton icon="visible" label={t('groups.view')} to={`/groups/${group.id}`} />
        {canEdit ? (
          <>
            <IconButton icon="edit" label={t('groups.edit')} to={`/groups/${group.id}/edit`} />
            <IconButton
              icon="delete"
              label={t('groups.delete')}
              disabledReason={group.deletionRefusal}
              onClick={() => onDelete(group)}
            />
          </>
        ) : null}
      </>
    ),
  },
];
