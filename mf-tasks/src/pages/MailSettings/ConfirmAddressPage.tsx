import { Button, ErrorPanel, Notice, Stack, Text } from '@obieg/ui';
import { useLocation } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { useVerifyEmail } from '../SubmitTask/use-verify-email';
import { PublicPage } from './PublicPage';

interface ConfirmationProps {
  email: string;
  task: string;
}

const Confirmation = ({ email, task }: ConfirmationProps) => {
  const t = useTaskMessages();
  const { send, isSending, failure } = useVerifyEmail(email);
  return (
    <Stack gap="md">
      <Text>{t('confirmAddress.text', { email, task })}</Text>
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

/** Page `/confirm-address#task=…&email=…`: the link of the mail to an unverified address. */
export const Component = () => {
  const t = useTaskMessages();
  const fragment = new URLSearchParams(useLocation().hash.slice(1));
  const [email, task] = [fragment.get('email') ?? '', fragment.get('task') ?? ''];
  return (
    <PublicPage title={t('confirmAddress.title')}>
      {email && /^\d{1,16}$/.test(task) ? (
        <Confirmation email={email} task={task} />
      ) : (
        <ErrorPanel
          title={t('confirmAddress.invalid')}
          actions={<Button to="/login">{t('submit.toLogin')}</Button>}
        />
      )}
    </PublicPage>
  );
};
