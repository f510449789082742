/** Text that is only text in markup and in quoted attributes. */
export const escapeText = (text: string): string =>
  text.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
