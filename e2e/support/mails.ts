import { requestSite } from '@obieg/local';
import { expect, type Product } from './product';

interface Mail {
  subject: string;
  text: string;
}

/** Waits for the newest mail to an address with a matching subject. */
export const readMail = async (product: Product, recipient: string, subject: RegExp): Promise<Mail> => {
  const inbox = `http://localhost:${product.mail?.httpPort}/api/v1`;
  const find = async (): Promise<string | undefined> => {
    const { body } = await requestSite('GET', `${inbox}/messages`);
    const { messages } = body as {
      messages: { ID: string; Subject: string; To: { Address: string }[] }[];
    };
    return messages.find(
      ({ Subject, To }) => subject.test(Subject) && To.some(({ Address }) => Address === recipient),
    )?.ID;
  };
  await expect.poll(find, `a mail to ${recipient} about ${subject}`).toBeDefined();
  const { body } = await requestSite('GET', `${inbox}/message/${await find()}`);
  const { Subject, Text } = body as { Subject: string; Text: string };
  return { subject: Subject, text: Text };
};

/** The link to this path in the newest mail with this subject. */
export const readTaskLink = async (
  product: Product,
  recipient: string,
  subject: string,
  path: string,
): Promise<string> => {
  const { text } = await readMail(product, recipient, new RegExp(subject));
  return text.split(/\s/).find((word) => word.includes(`${path}#`)) ?? '';
};

/** The code in the newest verification mail. */
export const readCode = async (product: Product, recipient: string): Promise<string> =>
  (await readMail(product, recipient, /^\d{6}/)).subject.slice(0, 6);

/** The link in the newest invitation. */
export const readInvitation = async (product: Product, recipient: string): Promise<string> => {
  const { text } = await readMail(product, recipient, /^(Zaproszenie|Invitation)/);
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
};
