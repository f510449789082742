/** Why nothing is made, in words for who asked; carries a code, so that anything else is told as a fault of this program. */
export const refuse = (message) => Object.assign(new Error(message), { code: 'REFUSED' });
