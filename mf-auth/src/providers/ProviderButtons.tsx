import { Button, Notice, Stack } from '@obieg/ui';
import { useQuery } from '@obieg/web-kit';
import { useAuthMessages } from '../i18n/messages';
import { ownKey } from '../query-keys';
import { fetchOfferedProviders } from './provider.api';
import { useGoToProvider } from './use-go-to-provider';

/** A button for each identity provider of the organization. Without the list, the other ways remain. */
const ProviderButtons = () => {
  const t = useAuthMessages();
  const { data: providers = [] } = useQuery({
    queryKey: ownKey('providers'),
    queryFn: ({ signal }) => fetchOfferedProviders(signal),
  });
  const { go, goingTo, failure } = useGoToProvider();
  if (providers.length === 0) return null;
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
