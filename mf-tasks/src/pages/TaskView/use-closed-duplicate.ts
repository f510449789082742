import type { Task } from '@obieg/contracts';
import { useSession } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskPart } from '../../task/task.api';

/** After a duplicate is closed, offers to tell its reporter. One's own submissions need no comment. */
export const useClosedDuplicate = (id: number) => {
  const { data: links = [] } = useTaskPart(id, 'links');
  const ownEmail = useSession()?.user.email;
  const [isTelling, setIsTelling] = useState(false);
  return {
    isTelling,
    close: (): void => setIsTelling(false),
    offerToTell: ({ statusType, createdBy }: Task): void => {
      const isDuplicate = links.some(({ relation }) => relation === 'DUPLICATES');
      if (statusType === 'FINAL' && isDuplicate && createdBy && createdBy !== ownEmail) setIsTelling(true);
    },
  };
};
