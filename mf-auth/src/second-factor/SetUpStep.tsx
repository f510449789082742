import type { AuthResponse, FactorKind, FirstFactorResponse, SecondStep } from '@obieg/contracts';
import { Button, LinkButton, Stack, Text } from '@obieg/ui';
import { useCallback, useMemo, useState } from 'react';
import { useAuthMessages } from '../i18n/messages';
import { isExpired } from './describe-factor-failure';
import { NewApp, NewPasskeyForm } from './NewFactor';
import { RecoveryCodes } from './RecoveryCodes';
import { signInSetUpCalls } from './second-factor.api';
import classes from './second-factor.module.css';

const Choice = ({
  methods,
  onChoose,
}: {
  methods: SecondStep['methods'];
  onChoose: (kind: FactorKind) => void;
}) => {
  const t = useAuthMessages();
  return (
    <Stack gap="lg" role="group" aria-label={t('setUp.choose')}>
      <Text>{t('setUp.required')}</Text>
      {methods.includes('TOTP') ? (
        <div className={classes['choice']}>
          <Button size="large" fullWidth autoFocus onClick={() => onChoose('TOTP')}>
            {t('setUp.app')}
          </Button>
          <Text muted>{t('setUp.appHelp')}</Text>
        </div>
      ) : null}
      {methods.includes('PASSKEY') ? (
        <div className={classes['choice']}>
          <Button size="large" fullWidth onClick={() => onChoose('PASSKEY')}>
            {t('setUp.passkey')}
          </Button>
          <Text muted>{t('setUp.passkeyHelp')}</Text>
        </div>
      ) : null}
    </Stack>
  );
};

interface SetUpStepProps {
  step: SecondStep;
  onPassed: (session: AuthResponse) => void;
  onExpired: () => void;
}

/** Adds the factor that the organization requires. The session starts when the recovery codes are saved. */
export const SetUpStep = ({ step: { challenge, methods }, onPassed, onExpired }: SetUpStepProps) => {
  const t = useAuthMessages();
  const [kind, setKind] = useState<FactorKind>();
  const [added, setAdded] = useState<FirstFactorResponse>();
  const calls = useMemo(() => signInSetUpCalls(challenge), [challenge]);
  const handleError = useCallback(
    (error: unknown): boolean => {
      if (!isExpired(error)) return false;
      onExpired();
      return true;
    },
    [onExpired],
  );
  if (added) {
    const { recoveryCodes, ...session } = added;
    return (
      <Stack gap="lg">
        <RecoveryCodes codes={recoveryCodes} />
        <Button variant="primary" size="large" fullWidth autoFocus onClick={() => onPassed(session)}>
          {t('recovery.done')}
        </Button>
      </Stack>
    );
  }
  if (!kind) return <Choice methods={methods} onChoose={setKind} />;
  const New = kind === 'TOTP' ? NewApp : NewPasskeyForm;
  return (
    <Stack gap="lg">
      <New calls={calls} onAdded={setAdded} onError={handleError} />
      <LinkButton onClick={() => setKind(undefined)}>{t('setUp.back')}</LinkButton>
    </Stack>
  );
};
