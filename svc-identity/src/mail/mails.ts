import type { ConfirmedTask, Language } from '@obieg/contracts';
import {
  type MailContent,
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  presentFileNames,
  type QueuedMail,
  renderMail,
} from '@obieg/service-kit/mail';
import {
  type IntegrationTokenValues,
  type InvitationValues,
  mailTexts,
  type RoleChangeValues,
  type TokenValues,
} from './mail-texts';

/** A mail in the queue. */
export interface Mail {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
}

/** Returns the mail of a row of the queue. A row without recipient is a dummy that is not sent. */
export const composeQueued = async ({
  recipient,
  subject,
  body_text: text,
  body_html: html,
}: Mail & QueuedMail): Promise<OutgoingMail | undefined> =>
  recipient === '' ? undefined : { recipient, subject, text, html };

type Text = Omit<MailContent, 'language' | 'greeting' | 'signature'>;

const compose = (recipient: string, asked: Language, choose: (texts: typeof mailTexts.pl) => Text): Mail => {
  const language = mailLanguageOf(asked);
  const texts = mailTexts[language];
  const content = { language, greeting: texts.greeting, signature: texts.signature, ...choose(texts) };
  const { text, html } = renderMail(content);
  return { recipient, subject: content.subject, body_text: text, body_html: html };
};

interface Addressee {
  email: string;
  language: Language;
}

/** Invitation mail. The names are user input and shown as text. */
export const invitationMail = (
  { email, language }: Addressee,
  { organizationName, inviterName, ...values }: InvitationValues,
): Mail =>
  compose(email, language, (texts) =>
    texts.invitation({
      ...values,
      organizationName: oneLine(organizationName),
      inviterName: oneLine(inviterName),
    }),
  );

/** Notifies a member of new roles. The names are user input and shown as text. */
export const rolesChangedMail = (
  { email, language }: Addressee,
  { organizationName, actorName, ...values }: RoleChangeValues,
): Mail =>
  compose(email, language, (texts) =>
    texts.rolesChanged({
      ...values,
      organizationName: oneLine(organizationName),
      actorName: oneLine(actorName),
    }),
  );

interface CodeValues {
  code: string;
  minutes: number;
  task?: ConfirmedTask | undefined;
}

/** Mail with a verification code. Names the task that it confirms, with its files. */
export const codeMail = ({ email, language }: Addressee, { task, ...values }: CodeValues): Mail =>
  compose(email, language, (texts) =>
    task
      ? texts.taskCode({ ...values, task: task.publicTaskId, fileNames: presentFileNames(task.fileNames) })
      : texts.code(values),
  );

/** Notifies an account's owner of a sign-in by code. */
export const signedInByCodeMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.signedInByCode);

/** Notifies an account's owner of a new password. */
export const passwordChangedMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.passwordChanged);

/** Notifies an account's owner of the first password. */
export const firstPasswordMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.firstPassword);

/** Notifies an account's owner of a new API token. The names are user input and shown as text. */
export const ownTokenMail = (
  { email, language }: Addressee,
  { organizationName, name, ...values }: TokenValues,
): Mail =>
  compose(email, language, (texts) =>
    texts.ownToken({ ...values, organizationName: oneLine(organizationName), name: oneLine(name) }),
  );

/** Notifies an administrator of a new API token of an integration. The names are user input and shown as text. */
export const integrationTokenMail = (
  { email, language }: Addressee,
  { organizationName, integrationName, actorName, name, ...values }: IntegrationTokenValues,
): Mail =>
  compose(email, language, (texts) =>
    texts.integrationToken({
      ...values,
      organizationName: oneLine(organizationName),
      integrationName: oneLine(integrationName),
      actorName: oneLine(actorName),
      name: oneLine(name),
    }),
  );
/** Notifies an account's owner of a new factor. The name is user input and shown as text. */
export const factorAddedMail = ({ email, language }: Addressee, name: string): Mail =>
  compose(email, language, (texts) => texts.factorAdded(oneLine(name)));

export const factorRemovedMail = ({ email, language }: Addressee, name: string): Mail =>
  compose(email, language, (texts) => texts.factorRemoved(oneLine(name)));

export const recoveryCodesRenewedMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.recoveryCodesRenewed);

/** @param left remaining recovery codes */
export const recoveryCodeUsedMail = ({ email, language }: Addressee, left: number): Mail =>
  compose(email, language, (texts) => texts.recoveryCodeUsed(left));

/** @param actorName username of the administrator, which is user input and shown as text */
export const factorsResetMail = ({ email, language }: Addressee, actorName: string): Mail =>
  compose(email, language, (texts) => texts.factorsReset(oneLine(actorName)));

/** Warns an account's owner that somebody who knows the password guesses codes. */
export const codesGuessedMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.codesGuessed);
