import { createTransport } from 'nodemailer';

/** A mail that a person writes on a page of the inbox. */
export interface WrittenMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Message-ID of the answered mail. */
  inReplyTo?: string;
}

/** Reads the fields of the form. */
export const readWrittenMail = (body: string): WrittenMail => {
  const fields = new URLSearchParams(body);
  const read = (name: string): string => fields.get(name) ?? '';
  const inReplyTo = read('inReplyTo');
  return {
    from: read('from'),
    to: read('to'),
    subject: read('subject'),
    // As mail programs do, the quote follows the answer.
    text: [read('text'), read('quote')].filter(Boolean).join('\n\n'),
    ...(inReplyTo ? { inReplyTo } : {}),
  };
};

/** Sends the mail by SMTP, as a mail program does. @throws if the server refuses it */
export const sendWrittenMail = async (smtpUrl: string, mail: WrittenMail): Promise<void> => {
  const transport = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true });
  try {
    await transport.sendMail({ ...mail });
  } finally {
    transport.close();
  }
};
