import { limits } from '@obieg/contracts/limits';
import { TextArea } from '@obieg/ui';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';

/** Comment on a change of the task. */
export const OptionalComment = (field: UseFormRegisterReturn) => {
  const t = useTaskMessages();
  return (
    <TextArea
      {...field}
      label={t('task.optionalComment')}
      optional
      maxLength={limits.commentMaxLength}
      rows={2}
    />
  );
};
