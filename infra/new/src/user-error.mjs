/** Creates an error with a message for the user. Its code distinguishes it from a bug in this program. */
export const userError = (message) => Object.assign(new Error(message), { code: 'USER_ERROR' });
