/** Takes a mail with the recipients of its envelope. @throws if the sender must send it again */
export type MailReceiver = (raw: Buffer, recipients: readonly string[]) => Promise<void>;

/**
 * Hands the mails to the tagged forms of `replyAddress` to svc-tasks, as a mail server with a mailbox would.
 *
 * @param tasksUrl origin of svc-tasks
 */
export const createMailReceiver = (replyAddress: string, tasksUrl: string): MailReceiver => {
  const at = replyAddress.lastIndexOf('@');
  const [start, domain] = [`${replyAddress.slice(0, at)}+`, replyAddress.slice(at)];
  return async (raw, recipients) => {
    const own = recipients.filter(
      (recipient) => recipient.toLowerCase().startsWith(start) && recipient.toLowerCase().endsWith(domain),
    );
    if (own.length === 0) return;
    const { ok, status } = await fetch(`${tasksUrl}/internal/mails`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', 'x-recipients': own.join(',') },
      body: new Uint8Array(raw),
    });
    if (!ok) throw new Error(`svc-tasks did not take the mail: ${status}`);
  };
};
