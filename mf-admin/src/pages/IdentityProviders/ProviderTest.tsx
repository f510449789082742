import type { IdentityProvider, IdentityProviderTest } from '@obieg/contracts';
import { Badge, Button, Card, DateTime, DetailList, Group, Notice, Stack, Text } from '@obieg/ui';
import { useState } from 'react';
import { useGroupNames } from '../../api/groups.api';
import { useProviderTest, useStartProviderTest } from '../../api/identity-providers.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { listRoles } from '../../members/role-names';
import { explainFailure, nameStep } from './provider-texts';
import classes from './providers.module.css';

const Steps = ({ test }: { test: IdentityProviderTest }) => {
  const t = useAdminMessages();
  return (
    <ol className={classes['steps']} aria-label={t('providers.testSteps')}>
      {test.steps.map(({ step, isDone, reason, detail }) => (
        <li key={step}>
          <Group gap="xs">
            <Badge tone={isDone ? 'success' : 'danger'}>
              {t(isDone ? 'providers.stepDone' : 'providers.stepFailed')}
            </Badge>
            <strong>{nameStep(t, step)}</strong>
            {reason === undefined ? null : <span>{explainFailure(t, reason)}</span>}
            {detail === undefined ? null : <code className={classes['code']}>{detail}</code>}
          </Group>
        </li>
      ))}
    </ol>
  );
};

const Outcome = ({ outcome }: Pick<IdentityProviderTest, 'outcome'>) => {
  const t = useAdminMessages();
  const nameGroup = useGroupNames();
  if (!outcome) return null;
  const { email, isNewMember, roles, groupIds, isSecondFactorProved } = outcome;
  return (
    <>
      <Notice tone="success">
        {t(isNewMember ? 'providers.wouldJoin' : 'providers.wouldSignIn', { email })}
      </Notice>
      <DetailList
        items={[
          { label: t('providers.roles'), value: listRoles(t, roles) },
          { label: t('providers.groups'), value: groupIds.map((id) => nameGroup(id)).join(', ') || '-' },
          {
            label: t('providers.secondFactor'),
            value: t(isSecondFactorProved ? 'providers.factorProved' : 'providers.factorNotProved'),
          },
        ]}
      />
    </>
  );
};

const Result = ({ test }: { test: IdentityProviderTest }) => {
  const t = useAdminMessages();
  return (
    <>
      <Text muted>
        <DateTime value={test.startedAt} />
      </Text>
      <Steps test={test} />
      {test.isWaiting ? <Text>{t('providers.testWaits')}</Text> : null}
      <Outcome outcome={test.outcome} />
      {test.claims.length === 0 ? null : (
        <details>
          <summary>{t('providers.claims')}</summary>
          <DetailList
            items={test.claims.map(({ name, value }) => ({
              label: name,
              value: <code className={classes['code']}>{value}</code>,
            }))}
          />
        </details>
      )}
    </>
  );
};

/** Tests a provider: two steps here, the others through the provider's own pages. Signs nobody in. */
export const ProviderTest = ({ provider }: { provider: IdentityProvider }) => {
  const t = useAdminMessages();
  const { data: earlier } = useProviderTest(provider.id);
  const { mutateAsync: start, isPending } = useStartProviderTest(provider.id);
  const [started, setStarted] = useState<IdentityProviderTest>();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const { test, address } = await start(undefined);
      setStarted(test);
      if (address === null) return;
      setIsLeaving(true);
      location.assign(address);
    } catch (error) {
      setFailure(appendReason(t('providers.testFailed'), error));
    }
  };
  const test = started ?? earlier;
  return (
    <Card title={t('providers.test')}>
      <Stack>
        <Text>{t('providers.testHelp')}</Text>
        <div>
          <Button icon="security" loading={isPending || isLeaving} onClick={() => void run()}>
            {t('providers.startTest')}
          </Button>
        </div>
        {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
        {test ? <Result test={test} /> : null}
      </Stack>
    </Card>
  );
};
