import type { OfferedProvider } from '@obieg/contracts';
import { Button, Notice, Stack } from '@obieg/ui';
import { useAuthMessages } from '../i18n/messages';
import { useGoToProvider } from './use-go-to-provider';

/** A button for each identity provider of the organization. */
const ProviderButtons = ({ providers }: { providers: readonly OfferedProvider[] }) => {
  const t = useAuthMessages();
  const { go, goingTo, failure } = useGoToProvider();
  return (
    <Stack>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="large"
          icon="connections"
          fullWidth
          loading={goingTo === provider.id}
          onClick={() => void go(provider)}
        >
          {t('provider.signIn', { name: provider.name })}
        </Button>
      ))}
    </Stack>
  );
};
export default ProviderButtons;
