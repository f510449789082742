import { streams } from '@obieg/contracts';
import { groupMemberReactions, memberReactions } from '@obieg/service-kit';
import { onGroupChanged, onGroupDeleted } from './on-group';
import { onOrganizationChanged, onOrganizationDeleted } from './on-organization';
import { onTaskChanged, onTaskDeleted } from './on-task';

export const consumers = [
  {
    stream: streams.identity,
    reactions: [
      ...memberReactions,
      ...groupMemberReactions,
      onOrganizationChanged,
      onOrganizationDeleted,
      onGroupChanged,
      onGroupDeleted,
    ],
  },
  { stream: streams.tasks, reactions: [onTaskChanged, onTaskDeleted] },
];
