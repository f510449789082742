import { streams } from '@obieg/contracts';
import { memberReactions } from '@obieg/service-kit';
import { onConfigurationChanged } from './on-configuration-changed';
import { onGroupChanged, onGroupDeleted, onGroupMemberChanged, onGroupMemberDeleted } from './on-group';
import { onOrganizationChanged, onOrganizationDeleted } from './on-organization';

export const consumers = [
  {
    stream: streams.identity,
    reactions: [
      ...memberReactions,
      onOrganizationChanged,
      onOrganizationDeleted,
      onGroupChanged,
      onGroupDeleted,
      onGroupMemberChanged,
      onGroupMemberDeleted,
    ],
  },
  { stream: streams.workflow, reactions: [onConfigurationChanged] },
];
