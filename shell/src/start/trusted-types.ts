/** Dev servers of remotes run on other ports of this machine. */
const isDevServer = ({ protocol, hostname }: URL): boolean =>
  __DEV__ && protocol === 'http:' && hostname === 'localhost';

/** Lets scripts of this origin load. @throws TypeError for any other, which stops it. */
export const checkedScriptUrl = (url: string): string => {
  const address = new URL(url, document.baseURI);
  if (address.origin === location.origin || isDevServer(address)) return address.href;
  throw new TypeError('A script of another origin was stopped.');
};

const dangerousHtml = /<(?:script|iframe|object|embed|base|link|meta)|\son\w+\s*=|javascript:/i;

/** Lets markup through that cannot run code. @throws TypeError for any other. */
export const checkedHtml = (html: string): string => {
  if (dangerousHtml.test(html)) throw new TypeError('Markup that could run code was stopped.');
  return html;
};
