/** Creates an error with a message for the user. Its code distinguishes it from a fault of this program. */
export const refuse = (message) => Object.assign(new Error(message), { code: 'REFUSED' });
