import { zodResolver } from '@hookform/resolvers/zod';
import { codeNameSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, Heading, Text, TextField } from '@obieg/ui';
import { organizationAddress } from '@obieg/web-kit';
import { useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { useTaskMessages } from '../../i18n/messages';
import classes from './submit.module.css';

const schema = z.object({ codeName: z.string().trim().toLowerCase().pipe(codeNameSchema) });

/**
 * Wizard start on the main domain, which has no organization. Asks for a code name and opens that organization's
 * wizard.
 */
export const ChooseOrganization = () => {
  const t = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { codeName: '' },
  });
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = handleSubmit(({ codeName }) =>
    location.assign(`${organizationAddress(codeName)}/submit-task`),
  );
  return (
    <div className={classes['form']}>
      <div>
        <Heading level={1}>{t('submit.chooseOrganization')}</Heading>
        <Text muted>{t('submit.chooseOrganizationHelp')}</Text>
      </div>
      <Form onSubmit={(event) => void submit(event)} ref={form}>
        <TextField
          {...register('codeName')}
          label={t('submit.codeName')}
          help={t('submit.codeNameHelp', { address: organizationAddress('acme') })}
          error={formState.errors.codeName ? t('submit.codeNameInvalid') : undefined}
          maxLength={limits.organizationCodeNameMaxLength}
          autoCapitalize="none"
          autoComplete="organization"
          spellCheck={false}
          enterKeyHint="go"
          size="large"
        />
        <div className={classes['actions']}>
          <Button type="submit" variant="primary" size="large" iconAfter="forward">
            {t('submit.next')}
          </Button>
        </div>
      </Form>
    </div>
  );
};
