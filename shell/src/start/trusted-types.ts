/** Returns the URL of a script from this origin. @throws TypeError for another origin, which blocks the script */
export const checkScriptUrl = (url: string): string => {
  const address = new URL(url, document.baseURI);
  if (address.origin === location.origin) return address.href;
  throw new TypeError('A script from another origin was blocked.');
};

const dangerousHtml = /<(?:script|iframe|object|embed|base|link|meta)|\son\w+\s*=|javascript:/i;

/** Returns markup that cannot run code. @throws TypeError for other markup */
export const checkHtml = (html: string): string => {
  if (dangerousHtml.test(html)) throw new TypeError('Markup that could run code was blocked.');
  return html;
};
