import type { ConfirmedTask } from '@obieg/contracts';
import { Button, ErrorPanel, Notice, Stack, Text } from '@obieg/ui';
import { useLocation } from '@obieg/web-kit';
import { useVerifyEmail } from '../../email-verification/use-verify-email';
import { useTaskMessages } from '../../i18n/messages';
import classes from './mail-settings.module.css';
import { PublicPage } from './PublicPage';

interface ConfirmationProps {
  email: string;
  task: ConfirmedTask;
}

const Confirmation = ({ email, task }: ConfirmationProps) => {
  const t = useTaskMessages();
  const { send, isSending, failure } = useVerifyEmail(email, task);
  return (
    <Stack gap="md">
      <Text>{t('confirmAddress.text', { email, task: task.publicTaskId })}</Text>
      {task.fileNames.length > 0 ? (
        <>
          <Text>{t('confirmAddress.files')}</Text>
          <ul className={classes['files']}>
            {task.fileNames.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names can repeat
              <li key={index}>{name}</li>
            ))}
          </ul>
        </>
      ) : null}
      {failure === undefined ? null : (
        <Notice tone="danger" {...(failure ? { title: t('submit.sendCodeFailed') } : {})}>
          {failure || t('submit.sendCodeFailed')}
        </Notice>
      )}
      <div>
        <Button variant="primary" size="large" icon="mail" loading={isSending} onClick={() => void send()}>
          {t('confirmAddress.send')}
        </Button>
      </div>
    </Stack>
  );
};

/** Page `/confirm-address#task=…&email=…&file=…`: the link of the mail that asks to confirm a task. */
export const Component = () => {
  const t = useTaskMessages();
  const fragment = new URLSearchParams(useLocation().hash.slice(1));
  const [email, task] = [fragment.get('email') ?? '', fragment.get('task') ?? ''];
  return (
    <PublicPage title={t('confirmAddress.title')}>
      {email && /^\d{12}$/.test(task) ? (
        <Confirmation
          email={email}
          task={{ publicTaskId: Number(task), fileNames: fragment.getAll('file') }}
        />
      ) : (
        <ErrorPanel
          title={t('confirmAddress.invalid')}
          actions={<Button to="/login">{t('submit.toLogin')}</Button>}
        />
      )}
    </PublicPage>
  );
};
