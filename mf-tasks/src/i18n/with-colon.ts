/** Appends a colon to a label, unless the label ends with a punctuation mark, as a question does. */
export const withColon = (name: string): string => (/[.?!:…]$/.test(name) ? name : `${name}:`);
