import type { AuthResponse } from '@obieg/contracts';
import { Button, Notice, Stack } from '@obieg/ui';
import { useEffect, useRef, useState } from 'react';
import { useAuthMessages, withOnDemandMessages } from '../../i18n/messages';
import { useDescribeFailure } from './use-describe-failure';

const loadPasskeys = () =>
  withOnDemandMessages(
    import(/* webpackChunkName: "mf-auth-second-step" */ '../../second-factor/passkey-sign-in'),
  );

/** Signs in by a passkey alone. Loads its code when it is needed: the login page has a byte limit. */
export const PasskeySignIn = ({ onSignedIn }: { onSignedIn: (session: AuthResponse) => void }) => {
  const t = useAuthMessages();
  const describeFailure = useDescribeFailure();
  const [failure, setFailure] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const finish = useRef(onSignedIn);
  finish.current = onSignedIn;

  // With the first action of the person, so that reading the page costs no call.
  useEffect(() => {
    const started = new AbortController();
    const left = new AbortController();
    const offer = async (): Promise<void> => {
      started.abort();
      const session = await (await loadPasskeys()).signInFromAutofill(left.signal);
      if (session && !left.signal.aborted) finish.current(session);
    };
    // The button below still works, and says why it fails.
    const begin = () => void offer().catch(() => undefined);
    for (const event of ['pointerdown', 'keydown'] as const)
      addEventListener(event, begin, { signal: started.signal });
    return () => {
      started.abort();
      left.abort();
    };
  }, []);

  const signIn = async (): Promise<void> => {
    setFailure(undefined);
    setIsRunning(true);
    try {
      const passkeys = await loadPasskeys();
      await passkeys
        .signInWithPasskey()
        .then(onSignedIn, (error: unknown) => setFailure(passkeys.describeFactorFailure(error, t)));
    } catch (error) {
      // Its code did not arrive.
      setFailure(t('login.passkeyFailed', { reason: describeFailure(error) }));
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Stack>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <Button size="large" icon="security" fullWidth loading={isRunning} onClick={() => void signIn()}>
        {t('login.passkey')}
      </Button>
    </Stack>
  );
};
