/** A refusal with a message that tells the operator what to do. Printed without a stack trace. */
export class RefusedError extends Error {}
