interface Account {
  id: number;
  email: string;
}

/**
 * Returns whether the account belongs to the signed-in user.
 * Also compares emails, because the stored user has id 0 after a sign-in by code (spec 1 §3).
 */
export const isOwnAccount = (signedInUser: Account | undefined, { id, email }: Account): boolean =>
  signedInUser !== undefined && (signedInUser.id === id || signedInUser.email === email);
