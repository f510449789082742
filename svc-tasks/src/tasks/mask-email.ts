/** `jan@acme.com` as a visitor sees it: `j***@acme.com`. */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
};
