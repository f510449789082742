import { zodResolver } from '@hookform/resolvers/zod';
import { limits, type TotpSetUp } from '@obieg/contracts';
import {
  Button,
  CopyButton,
  Form,
  Group,
  Loading,
  Notice,
  SkeletonLines,
  Stack,
  Text,
  TextField,
} from '@obieg/ui';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { minLength, object, string, trim } from 'zod/mini';
import { useAuthMessages } from '../i18n/messages';
import { codeFieldAttributes, codeSchema, pasteCode } from './code-field';
import { describeFactorFailure } from './describe-factor-failure';
import { createPasskey } from './passkeys';
import { QrCode } from './QrCode';
import type { SetUpCalls } from './second-factor.api';
import classes from './second-factor.module.css';

interface NewFactorProps<Added> {
  calls: SetUpCalls<Added>;
  onAdded: (added: Added) => void;
  /** Returns true if the caller handles the error. */
  onError: (error: unknown) => boolean;
}

const nameSchema = string().check(trim(), minLength(1));
const appSchema = object({ name: nameSchema, code: codeSchema });

const AppForm = <Added,>({
  begun,
  calls,
  onAdded,
  onError,
}: NewFactorProps<Added> & { begun: TotpSetUp }) => {
  const t = useAuthMessages();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setFocus, setValue } = useForm({
    resolver: zodResolver(appSchema),
    defaultValues: { name: t('setUp.defaultApp'), code: '' },
  });
  const { errors, isSubmitting, isSubmitted } = formState;
  const save = handleSubmit(async ({ name, code }) => {
    setFailure(undefined);
    try {
      onAdded(await calls.add({ name, totp: { setUp: begun.setUp, code } }));
    } catch (error) {
      if (onError(error)) return;
      setFailure(describeFactorFailure(error, t));
      setFocus('code', { shouldSelect: true });
    }
  });
  return (
    <Form onSubmit={(event) => void save(event)}>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <TextField
        {...register('code')}
        {...codeFieldAttributes}
        label={t('setUp.code')}
        error={errors.code ? t('setUp.codeDigits') : undefined}
        onPaste={pasteCode((digits) => setValue('code', digits, { shouldValidate: isSubmitted }))}
        autoFocus
      />
      <TextField
        {...register('name')}
        label={t('setUp.name')}
        help={t('setUp.nameHelp')}
        error={errors.name ? t('setUp.nameRequired') : undefined}
        maxLength={limits.factorNameMaxLength}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" fullWidth loading={isSubmitting}>
        {t('setUp.confirm')}
      </Button>
    </Form>
  );
};

/** QR code and key of a new authenticator app, and the code that proves that the app has them. */
export const NewApp = <Added,>(props: NewFactorProps<Added>) => {
  const t = useAuthMessages();
  const { calls, onError } = props;
  const [begun, setBegun] = useState<TotpSetUp>();
  const [failure, setFailure] = useState<string>();
  const hasStarted = useRef(false);
  useEffect(() => {
    // A second call would end the secret of the first one.
    if (hasStarted.current) return;
    hasStarted.current = true;
    calls.beginTotp().then(setBegun, (error: unknown) => {
      if (!onError(error)) setFailure(describeFactorFailure(error, t));
    });
  }, [calls, onError, t]);
  if (failure) return <Notice tone="danger">{failure}</Notice>;
  if (!begun)
    return (
      <Loading>
        <SkeletonLines lines={4} />
      </Loading>
    );
  return (
    <Stack>
      <Text>{t('setUp.scan')}</Text>
      <QrCode value={begun.uri} label={t('setUp.qrLabel')} />
      <div>
        <Text muted>{t('setUp.secret')}</Text>
        <Group gap="xs">
          <code className={classes['secret']}>{begun.secret}</code>
          <CopyButton value={begun.secret} label={t('setUp.copySecret')} compact />
        </Group>
      </div>
      <AppForm {...props} begun={begun} />
    </Stack>
  );
};

const passkeySchema = object({ name: nameSchema });

/** Name of a new passkey, then the browser's dialog. */
export const NewPasskeyForm = <Added,>({ calls, onAdded, onError }: NewFactorProps<Added>) => {
  const t = useAuthMessages();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passkeySchema),
    defaultValues: { name: t('setUp.defaultPasskey') },
  });
  const { errors, isSubmitting } = formState;
  const save = handleSubmit(async ({ name }) => {
    setFailure(undefined);
    try {
      const passkey = await createPasskey(await calls.beginPasskey());
      onAdded(await calls.add({ name, passkey }));
    } catch (error) {
      if (!onError(error)) setFailure(describeFactorFailure(error, t));
    }
  });
  return (
    <Form onSubmit={(event) => void save(event)}>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <Text>{t('setUp.passkeyHelp')}</Text>
      <TextField
        {...register('name')}
        data-autofocus
        label={t('setUp.name')}
        help={t('setUp.nameHelp')}
        error={errors.name ? t('setUp.nameRequired') : undefined}
        maxLength={limits.factorNameMaxLength}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" fullWidth loading={isSubmitting}>
        {t('setUp.createPasskey')}
      </Button>
    </Form>
  );
};
