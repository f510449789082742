import type { Language } from '@obieg/contracts';
import { type MailContent, type MailLanguage, oneLine, renderMail } from './mail-layout';
import { mailTexts } from './mail-texts';

/** A mail as it waits in the queue. */
export interface Mail {
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
}

/** Mails have no mix of languages: who has chosen none is written to in Polish. */
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

/** The mail of an invitation; the organization's name is its administrators' text and is shown as text. */
export const invitationMail = (
  { email, language }: Addressee,
  { organizationName, ...values }: { organizationName: string; link: string; hasPassword: boolean },
): Mail =>
  compose(email, language, (texts) =>
    texts.invitation({ ...values, organizationName: oneLine(organizationName) }),
  );

/** The mail of a code. */
export const codeMail = ({ email, language }: Addressee, values: { code: string; minutes: number }): Mail =>
  compose(email, language, (texts) => texts.code(values));

/** Tells the owner of an account that somebody came in by a code. */
export const signedInByCodeMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.signedInByCode);

/** Tells the owner of an account that its password is a new one. */
export const passwordChangedMail = ({ email, language }: Addressee): Mail =>
  compose(email, language, (texts) => texts.passwordChanged);
