/** Value of a header by its lower-case name. */
export type ReadHeader = (name: string) => string | undefined;

const bulkPrecedences = ['bulk', 'junk', 'list', 'auto_reply'];
const robotNames = ['mailer-daemon', 'postmaster', 'no-reply', 'noreply', 'do-not-reply'];
const uuid = /^<[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}@/;

interface Sender {
  address: string;
  /** Address from which Obieg sends its mails. */
  ownAddress: string;
}

/**
 * Whether a program sent the mail: an automatic answer, a report of a mail server, a mailing list, or Obieg itself.
 * Nothing is made of such a mail, and none is answered (RFC 3834).
 */
export const isAutomatic = (header: ReadHeader, { address, ownAddress }: Sender): boolean => {
  const value = (name: string): string => (header(name) ?? '').trim().toLowerCase();
  const autoSubmitted = value('auto-submitted');
  const [localPart = ''] = address.split('@');
  return (
    (autoSubmitted !== '' && !autoSubmitted.startsWith('no')) ||
    bulkPrecedences.includes(value('precedence')) ||
    value('list-id') !== '' ||
    value('return-path') === '<>' ||
    value('x-autoreply') !== '' ||
    value('x-autorespond') !== '' ||
    value('x-auto-response-suppress') !== '' ||
    value('content-type').startsWith('multipart/report') ||
    robotNames.includes(localPart) ||
    address === ownAddress ||
    (uuid.test(value('message-id')) && value('message-id').endsWith(`@${ownAddress.split('@')[1]}>`))
  );
};
