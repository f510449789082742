import { zodResolver } from '@hookform/resolvers/zod';
import type { AuthResponse, PassSecondStep, SecondStep, SecondStepMethod } from '@obieg/contracts';
import { Button, Form, Group, LinkButton, Notice, Stack, Text, TextField } from '@obieg/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, string, trim } from 'zod/mini';
import { useAuthMessages } from '../i18n/messages';
import { codeFieldAttributes, codeFormSchema, pasteCode } from './code-field';
import { describeFactorFailure, isExpired } from './describe-factor-failure';
import { assertPasskey } from './passkeys';
import { fetchStepOptions, passSecondStep } from './second-factor.api';

type Proof = Omit<PassSecondStep, 'challenge'>;

interface ProofProps {
  /** Resolves to false if the proof was wrong. */
  onProof: (makeProof: () => Promise<Proof>) => Promise<boolean>;
}

const CodeForm = ({ onProof }: ProofProps) => {
  const t = useAuthMessages();
  const { register, handleSubmit, formState, setFocus, setValue } = useForm({
    resolver: zodResolver(codeFormSchema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting, isSubmitted } = formState;
  const submit = handleSubmit(async ({ code }) => {
    if (!(await onProof(async () => ({ code })))) setFocus('code', { shouldSelect: true });
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('code')}
        {...codeFieldAttributes}
        label={t('step.code')}
        help={t('step.codeHelp')}
        error={errors.code?.message ? t(errors.code.message) : undefined}
        size="large"
        onPaste={pasteCode((digits) => setValue('code', digits, { shouldValidate: isSubmitted }))}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        {t('step.submit')}
      </Button>
    </Form>
  );
};

/** Sixteen characters; the server ignores hyphens and spaces. */
const recoverySchema = object({ code: string().check(trim(), minLength(16)) });

const RecoveryForm = ({ onProof }: ProofProps) => {
  const t = useAuthMessages();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(recoverySchema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    if (!(await onProof(async () => ({ recoveryCode: code })))) setFocus('code', { shouldSelect: true });
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <TextField
        {...register('code')}
        label={t('step.recoveryCode')}
        help={t('step.recoveryHelp')}
        error={errors.code ? t('step.recoveryRequired') : undefined}
        size="large"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        {t('step.submit')}
      </Button>
    </Form>
  );
};

const PasskeyForm = ({ challenge, onProof }: ProofProps & { challenge: string }) => {
  const t = useAuthMessages();
  const [isRunning, setIsRunning] = useState(false);
  const confirm = async (): Promise<void> => {
    setIsRunning(true);
    await onProof(async () => ({ passkey: await assertPasskey(await fetchStepOptions(challenge)) }));
    setIsRunning(false);
  };
  return (
    <Stack>
      <Text>{t('step.passkeyHelp')}</Text>
      <Button
        variant="primary"
        size="large"
        icon="security"
        fullWidth
        autoFocus
        loading={isRunning}
        onClick={() => void confirm()}
      >
        {t('step.usePasskey')}
      </Button>
    </Stack>
  );
};

const switchTexts: Record<SecondStepMethod, string> = {
  TOTP: 'step.useCode',
  PASSKEY: 'step.useOtherPasskey',
  RECOVERY_CODE: 'step.useRecoveryCode',
};

interface EnterStepProps {
  step: SecondStep;
  onPassed: (session: AuthResponse) => void;
  onExpired: () => void;
}

/** Asks for one of the account's factors. The person can choose another one. */
export const EnterStep = ({ step: { challenge, methods }, onPassed, onExpired }: EnterStepProps) => {
  const t = useAuthMessages();
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'RECOVERY_CODE');
  const [failure, setFailure] = useState<string>();
  const prove: ProofProps['onProof'] = async (makeProof) => {
    setFailure(undefined);
    try {
      onPassed(await passSecondStep({ challenge, ...(await makeProof()) }));
      return true;
    } catch (error) {
      if (isExpired(error)) onExpired();
      else setFailure(describeFactorFailure(error, t));
      return false;
    }
  };
  const change = (chosen: SecondStepMethod): void => {
    setFailure(undefined);
    setMethod(chosen);
  };
  return (
    <Stack gap="lg">
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {method === 'TOTP' ? <CodeForm onProof={prove} /> : null}
      {method === 'PASSKEY' ? <PasskeyForm challenge={challenge} onProof={prove} /> : null}
      {method === 'RECOVERY_CODE' ? <RecoveryForm onProof={prove} /> : null}
      <Group justify="center" role="group" aria-label={t('step.others')}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <LinkButton key={other} onClick={() => change(other)}>
              {t(switchTexts[other])}
            </LinkButton>
          ))}
      </Group>
      <Text muted>{t('step.lost')}</Text>
    </Stack>
  );
};
