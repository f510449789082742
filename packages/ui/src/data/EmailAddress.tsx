import { decodeDomain, useDomainDecoder } from './domain-decoder';

/** A username without an @ is not an address, whatever it contains. */
const showAddress = (text: string): string => (text.includes('@') ? decodeDomain(text) : text);

/** Returns a function that shows the domain of an e-mail address in its own script. Other text stays as it is. */
export const useAddressFormat = (): ((text: string) => string) => {
  useDomainDecoder();
  return showAddress;
};

/** An e-mail address, or a name that may be one. Renders again on its own when the decoder has loaded. */
export const EmailAddress = ({ address }: { address: string }) => useAddressFormat()(address);
