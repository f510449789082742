import { useDebounced } from '@obieg/ui';
import { useMemo } from 'react';
import { useSavedConfiguration } from '../workflow-check/use-saved-configuration';
import { buildImpactRequest, type EntityChange } from './draft-request';
import { TaskImpactNotice } from './TaskImpactNotice';

/** The limit of the call is shared by an organization, so a form asks only once its reader pauses. */
const pauseMs = 800;

interface ChangeImpactProps {
  /** Must keep its identity while it is unchanged; undefined while the form is incomplete. */
  change: EntityChange | undefined;
}

/** Says what a change of one parameter, status or transition does to open tasks. */
export const ChangeImpact = ({ change }: ChangeImpactProps) => {
  const saved = useSavedConfiguration();
  const request = useMemo(
    () => (saved && change ? buildImpactRequest(saved, change) : undefined),
    [saved, change],
  );
  const settled = useDebounced(request, pauseMs);
  // A withdrawn change disappears at once.
  return <TaskImpactNotice request={request} isChanging={request !== settled} />;
};

interface DeletionImpactProps {
  kind: EntityChange['kind'];
  id: number;
}

/** Says what the deletion of an entity does to open tasks. */
export const DeletionImpact = ({ kind, id }: DeletionImpactProps) => {
  const saved = useSavedConfiguration();
  const request = useMemo(
    () => saved && buildImpactRequest(saved, { kind, id, saved: null }),
    [saved, kind, id],
  );
  return <TaskImpactNotice request={request} />;
};
