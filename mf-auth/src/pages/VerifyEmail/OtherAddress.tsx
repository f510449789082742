import type { ConfirmedTask } from '@obieg/contracts';
import { Stack, Text, TextLink } from '@obieg/ui';
import { useAuthMessages } from '../../i18n/messages';

/**
 * The ways back for a user whose address is not the one shown. A task keeps its address, so another one needs a new
 * submission.
 */
export const OtherAddress = ({ task }: { task: ConfirmedTask | undefined }) => {
  const t = useAuthMessages();
  if (!task) return <TextLink to="/login">{t('verify.otherAddress')}</TextLink>;
  return (
    <Stack gap="sm">
      <Text size="small" muted>
        {t('verify.wrongAddress')}
      </Text>
      <TextLink to="/submit-task">{t('verify.submitAgain')}</TextLink>
      <TextLink to={`/task/${task.publicTaskId}`}>
        {t('verify.backToTask', { task: task.publicTaskId })}
      </TextLink>
    </Stack>
  );
};
