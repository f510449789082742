import { streams } from '@obieg/contracts';
import { groupMemberReactions, memberReactions } from '@obieg/service-kit';
import { onConfigurationChanged } from './on-configuration-changed';
import { onEmailVerified } from './on-email-verified';
import { onGroupChanged, onGroupDeleted } from './on-group';
import { onOrganizationChanged, onOrganizationDeleted } from './on-organization';
import { onValuesRenamed } from './on-values-renamed';

export const consumers = [
  {
    stream: streams.identity,
    reactions: [
      ...memberReactions,
      ...groupMemberReactions,
      onEmailVerified,
      onOrganizationChanged,
      onOrganizationDeleted,
      onGroupChanged,
      onGroupDeleted,
    ],
  },
  { stream: streams.workflow, reactions: [onConfigurationChanged, onValuesRenamed] },
];
