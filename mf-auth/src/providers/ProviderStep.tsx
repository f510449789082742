import type { OfferedProvider } from '@obieg/contracts';
import { Button, Group, LinkButton, Notice, Stack, Text } from '@obieg/ui';
import { useAuthMessages } from '../i18n/messages';
import { useGoToProvider } from './use-go-to-provider';

export interface ProviderStepProps {
  provider: OfferedProvider & { isRequired: boolean };
  loginName: string;
  /** Another name was meant. */
  onChange: () => void;
  /** Signs in without the provider. Undefined: there is no other way. */
  onOtherWay: (() => void) | undefined;
}

/** Second step of a login whose typed address decides for a provider. */
const ProviderStep = ({ provider, loginName, onChange, onOtherWay }: ProviderStepProps) => {
  const t = useAuthMessages();
  const { go, goingTo, failure } = useGoToProvider();
  const { name, isRequired } = provider;
  return (
    <Stack>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      <Group justify="space-between" gap="xs">
        <Text>
          {t('login.loggingInAs')} <strong>{loginName}</strong>
        </Text>
        <LinkButton onClick={onChange}>{t('login.changeEmail')}</LinkButton>
      </Group>
      {isRequired ? <Text>{t('provider.required', { name })}</Text> : null}
      <Button
        variant="primary"
        size="large"
        fullWidth
        autoFocus
        loading={goingTo !== undefined}
        onClick={() => void go(provider, loginName)}
      >
        {t('provider.signIn', { name })}
      </Button>
      {onOtherWay ? (
        <Group justify="center">
          <LinkButton onClick={onOtherWay}>
            {t(isRequired ? 'provider.emergency' : 'provider.otherWay')}
          </LinkButton>
        </Group>
      ) : null}
    </Stack>
  );
};
export default ProviderStep;
