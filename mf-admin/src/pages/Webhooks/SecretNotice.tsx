import { CopyButton, Notice, Stack, Text } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import classes from './webhooks.module.css';

/** The only time that the secret is on the screen. */
export const SecretNotice = ({ secret, isRotated = false }: { secret: string; isRotated?: boolean }) => {
  const t = useAdminMessages();
  return (
    <Notice tone="success" title={t(isRotated ? 'webhooks.rotated' : 'webhooks.created')} takesFocus>
      <Stack>
        <Text>{t(isRotated ? 'webhooks.rotatedHelp' : 'webhooks.secretHelp')}</Text>
        <code className={classes['secret']}>{secret}</code>
        <div>
          <CopyButton value={secret} label={t('webhooks.copySecret')} />
        </div>
      </Stack>
    </Notice>
  );
};
