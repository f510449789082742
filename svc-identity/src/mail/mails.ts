import type { Language } from '@obieg/contracts';
import { type MailContent, type MailLanguage, oneLine, renderMail } from './mail-layout';
import { mailTexts } from './mail-texts';

/** A mail in the queue. */
export interface Mail {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
}

/** Mails have no mixed language; the default is Polish. */
const languageOf = (language: Language): MailLanguage => (language === 'en' ? 'en' : 'pl');

type Text = Omit<MailContent, 'language' | 'greeting' | 'signature'>;

const compose = (recipient: string, asked: Language, choose: (texts: typeof mailTexts.pl) => Text): Mail => {
  const language = languageOf(asked);
  const texts = mailTexts[language];
  const content = { language, greeting: texts.greeting, signature: texts.signature, ...choose(texts) };
  const { text, html } = renderMail(content);
  return { recipient, subject: content.subject, body_text: text, body_html: html };
};

interface Addressee {
  email: string;
  language: Language;
}

/** Invitation mail. The organization's name is user input and shown as text. */
export const invitationMail = (
  { email, language }: Addressee,
  { organizationName, ...values }: { organizationName: string; link: string; hasPassword: boolean },
): Mail =>
  compose(email, language, (texts) =>
    texts.invitation({ ...values, organizationName: oneLine(organizationName) }),
  );

/** Mail with a verification code. */
export const codeMail = ({ email, language }: Addressee, values: { code: string; minutes: number }): Mail =>
  compose(email, language, (texts) => texts.code(values));

/** Notifies an account's owner of a sign-in by code. */
export const signedInByCodeMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.signedInByCode);

/** Notifies an account's owner of a new password. */
export const passwordChangedMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.passwordChanged);
