const titleMaxLength = 100;

/** Cuts a text between characters, never inside one. */
export const shorten = (text: string, maxLength = titleMaxLength): string => {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
};
