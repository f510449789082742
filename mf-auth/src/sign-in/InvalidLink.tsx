import { Button, Text } from '@obieg/ui';
import { useAuthMessages } from '../i18n/messages';

/** Explains that the link is invalid or expired and links to the login page (spec 1 §2). */
export const InvalidLink = () => {
  const t = useAuthMessages();
  return (
    <>
      <Text>{t('setPassword.invalidText')}</Text>
      <Button variant="primary" size="large" fullWidth to="/login">
        {t('setPassword.goToLogin')}
      </Button>
    </>
  );
};
