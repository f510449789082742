import type { TaskResponse } from '@obieg/contracts';
import { Notice, TextLink } from '@obieg/ui';
import { http, readBody, useQuery } from '@obieg/web-kit';
import { useTaskMessages } from '../../i18n/messages';
import { ownKey } from '../../query-keys';

/** Names the parent of the new task. Without its title if it cannot be loaded; submitting then says why. */
const ParentNotice = ({ parentTaskId }: { parentTaskId: number }) => {
  const t = useTaskMessages();
  const { data: title } = useQuery({
    queryKey: ownKey('parent-of-new-task', parentTaskId),
    queryFn: async ({ signal }) =>
      readBody(await http.get<TaskResponse>(`/tasks/${parentTaskId}`, { signal }), 'task').task.title,
  });
  return (
    <Notice announce={false}>
      {t('submit.subtaskOf')} <TextLink to={`/task/${parentTaskId}`}>{title ?? `#${parentTaskId}`}</TextLink>
    </Notice>
  );
};

export default ParentNotice;
