import type { RoleCode } from '@obieg/contracts';
import { Button, Card, Form, FormActions, Notice, Text, TextArea } from '@obieg/ui';
import { isApiError, isMainDomain, usePermissions } from '@obieg/web-kit';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useInvitationOrganizations, useRoles } from '../../api/users.api';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormFailure } from '../../forms/FormFailure';
import { RestoredForm } from '../../forms/RestoredForm';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { InvitationOutcomes } from './InvitationOutcomes';
import {
  addressesMaxLength,
  createInvitationSchema,
  findAddressProblem,
  type InvitationValues,
} from './invitation-form';
import { ReplaceRolesDialog } from './ReplaceRolesDialog';
import { RoleChoice } from './RoleChoice';
import { addressesMax, readAddresses } from './read-addresses';
import { type InvitationOutcome, useInvitations } from './use-invitations';

interface InviteUserFormProps {
  /** Organization to invite an administrator to. Undefined: the caller chooses. */
  organizationId: number | undefined;
  /** Called after one address was invited and no further one is to follow. */
  onSent: (sent: { email: string; userExists: boolean }) => void;
  /** Page to return to. */
  backTo: string;
}

interface SentBatch {
  outcomes: InvitationOutcome[];
  left: number;
}

export const InviteUserForm = ({ organizationId, onSent, backTo }: InviteUserFormProps) => {
  const t = useAdminMessages();
  const { canManageAllUsers } = usePermissions();
  const isOrganizationRequired = isMainDomain();
  const roles = useRoles();
  const organizations = useInvitationOrganizations(canManageAllUsers);
  const invitations = useInvitations();
  const [batch, setBatch] = useState<SentBatch>();
  const [hasPressedNext, setHasPressedNext] = useState(false);

  const finish = (values: InvitationValues, outcomes: InvitationOutcome[]): void => {
    const finished = new Set(outcomes.filter(({ done }) => done).map(({ addressee }) => addressee.email));
    const left = readAddresses(values.email).filter(({ email }) => !finished.has(email));
    setBatch({ outcomes, left: left.length });
    form.form.reset({ ...values, email: left.map(({ text }) => text).join(', ') });
  };
  const send = async (values: InvitationValues, isNextWanted: boolean): Promise<void> => {
    setBatch(undefined);
    setHasPressedNext(isNextWanted);
    const addressees = readAddresses(values.email);
    const outcomes = await invitations.invite(addressees, {
      roles: values.roles as RoleCode[],
      ...(values.organizationId ? { organizationId: Number(values.organizationId) } : {}),
    });
    const [outcome] = outcomes;
    if (addressees.length > 1 || (isNextWanted && outcome?.done)) return finish(values, outcomes);
    if (outcome?.error !== undefined) throw outcome.error;
    if (outcome?.done) onSent({ email: outcome.addressee.email ?? '', userExists: outcome.done.userExists });
  };
  const form = useSaveForm({
    schema: createInvitationSchema(isOrganizationRequired),
    mode: 'onTouched',
    draftName: 'invitation',
    defaultValues: {
      email: '',
      roles: organizationId === undefined ? [] : ['ORG_ADMIN'],
      organizationId: organizationId === undefined ? '' : String(organizationId),
    },
    send: (values) => send(values, false),
  });
  const { register, control, formState, getValues, setFocus } = form.form;
  // After a reset, the field is registered with the next rendering.
  useEffect(() => {
    if (batch) setFocus('email');
  }, [batch, setFocus]);
  const { errors, isValid, isSubmitted } = formState;
  const describe = (error: unknown): string => {
    const isRefused = isApiError(error) && (error.status ?? 500) < 500;
    return (isRefused && error.serverMessage) || t('invite.failed');
  };
  /** Submits on Enter even if the button is disabled, so that the form shows its errors (spec 2 §5). */
  const sendOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!form.isSaving) void form.submit();
  };
  const addressProblem = errors.email ? findAddressProblem(getValues('email')) : undefined;
  const isBlocked = !isValid || form.isSaving;
  // A button that only becomes disabled loses the focus, also for the question that its click opens.
  const isSendingNext = form.isSaving && hasPressedNext;
  return (
    <Card>
      <Form {...form.formProps}>
        {invitations.progress ? <Notice>{t('invite.sending', { ...invitations.progress })}</Notice> : null}
        {batch ? <InvitationOutcomes {...batch} describe={describe} /> : null}
        <RestoredForm form={form} />
        <FormFailure form={form} describe={describe} />
        {isSubmitted && errors.roles ? <Notice tone="danger">{t('invite.rolesMissing')}</Notice> : null}
        {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
        {organizations.error ? <Notice tone="danger">{t('invite.organizationsFailed')}</Notice> : null}
        <TextArea
          {...register('email')}
          rows={1}
          inputMode="email"
          label={t('invite.email')}
          help={t('invite.emailHelp', { max: addressesMax })}
          error={addressProblem ? t(addressProblem.key, addressProblem.values) : undefined}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={sendOnEnter}
          maxLength={addressesMaxLength}
        />
        {canManageAllUsers ? (
          <ChoiceField
            control={control}
            name="organizationId"
            label={t('invite.organization')}
            placeholder={t(isOrganizationRequired ? 'invite.chooseOrganization' : 'invite.thisOrganization')}
            error={errors.organizationId ? t('invite.organizationRequired') : undefined}
            options={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ) : (
          <Text muted>{t('invite.ownOrganization')}</Text>
        )}
        <RoleChoice form={form.form} roles={roles} />
        <FormActions>
          <Button to={backTo}>{t('invite.cancel')}</Button>
          <Button
            disabled={isBlocked}
            loading={isSendingNext}
            onClick={() => void form.submit({ send: (values) => send(values, true) })}
          >
            {t('invite.sendAndNext')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon="send"
            disabled={isBlocked}
            loading={form.isSaving && !isSendingNext}
          >
            {t('invite.send')}
          </Button>
        </FormActions>
      </Form>
      {invitations.question ? (
        <ReplaceRolesDialog
          replacement={invitations.question}
          describe={describe}
          onConfirm={invitations.confirm}
          onCancel={invitations.keepRoles}
        />
      ) : null}
    </Card>
  );
};
