import type { User } from '@obieg/contracts';
import { Button, Card, DetailList, Stack } from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { currentSession, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { isOwnAccount } from '../../api/own-account';
import { useResetFactors } from '../../api/second-factor.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';

/** Whether a member has a second factor, and the way back for a person who lost it. */
export const SecondFactorCard = ({ user }: { user: User }) => {
  const t = useAdminMessages();
  const reset = useResetFactors(user.id);
  const [isAsking, setIsAsking] = useState(false);
  const { hasSecondFactor } = user;
  if (hasSecondFactor === undefined || !user.roles?.length) return null;
  // One's own factors are on the account page, which asks for the password.
  const canReset = hasSecondFactor && !isOwnAccount(currentSession()?.user, user);
  return (
    <Card>
      <Stack>
        <DetailList
          columns={2}
          items={[
            {
              label: t('user.secondFactor'),
              value: t(hasSecondFactor ? 'user.hasFactor' : 'user.noFactor'),
            },
          ]}
        />
        {canReset ? (
          <div>
            <Button icon="security" onClick={() => setIsAsking(true)}>
              {t('user.resetFactors')}
            </Button>
          </div>
        ) : null}
      </Stack>
      {isAsking ? (
        <ConfirmAction
          title={t('user.resetTitle', { name: user.username })}
          confirmLabel={t('user.resetFactors')}
          isDestructive
          action={async () => {
            await reset.mutateAsync();
            notify.success(t('user.resetDone'));
          }}
          describeFailure={(error) => appendReason(t('user.resetFailed'), error)}
          onClose={() => setIsAsking(false)}
        >
          {t('user.resetQuestion')}
        </ConfirmAction>
      ) : null}
    </Card>
  );
};
