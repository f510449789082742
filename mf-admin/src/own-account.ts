interface Person {
  id: number;
  email: string;
}

/** Whether it is the person who is signed in; after a sign-in by code the browser knows the address only (spec 1 §3). */
export const isOwnAccount = (signedIn: Person | undefined, { id, email }: Person): boolean =>
  signedIn !== undefined && (signedIn.id === id || signedIn.email === email);
