import { Button, Text } from '@obieg/ui';
import { useAuthMessages } from '../../messages';

/** A link that is no good any more, and the way on (spec 1 §2). */
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
