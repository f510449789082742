/** A name before what is said of it: with a colon, unless it has a mark of its own, as a question has. */
export const leadIn = (name: string): string => (/[.?!:…]$/.test(name) ? name : `${name}:`);
