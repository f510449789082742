import type { AuthResponse, SecondStep } from '@obieg/contracts';
import { Button, Notice, Stack } from '@obieg/ui';
import { useCallback, useState } from 'react';
import { useAuthMessages } from '../i18n/messages';
import { AuthFrame } from '../sign-in/AuthFrame';
import { EnterStep } from './EnterStep';
import { SetUpStep } from './SetUpStep';

export interface SecondStepPageProps {
  step: SecondStep;
  onPassed: (session: AuthResponse) => void;
}

/** Second step of every sign-in: use a factor, or add the one that the organization requires. */
const SecondStepPage = ({ step, onPassed }: SecondStepPageProps) => {
  const t = useAuthMessages();
  const [hasExpired, setHasExpired] = useState(false);
  const expire = useCallback(() => setHasExpired(true), []);
  const title = t(step.step === 'SET_UP' ? 'setUp.requiredTitle' : 'step.title');
  const Step = step.step === 'SET_UP' ? SetUpStep : EnterStep;
  return (
    <AuthFrame title={title}>
      {hasExpired ? (
        <Stack>
          <Notice tone="info" takesFocus>
            {t('step.expired')}
          </Notice>
          {/* A new page, which also forgets the first step. */}
          <Button variant="primary" size="large" fullWidth onClick={() => location.assign('/login')}>
            {t('step.restart')}
          </Button>
        </Stack>
      ) : (
        <Step step={step} onPassed={onPassed} onExpired={expire} />
      )}
    </AuthFrame>
  );
};
export default SecondStepPage;
