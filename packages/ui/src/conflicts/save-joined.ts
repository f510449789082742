import type { LastChange } from '@obieg/contracts';
import type { JoinedChanges, Revision } from './use-joined-changes';

/** A form that others change all the time asks again after so many attempts. */
export const joinsMax = 3;

interface JoinedSave<Values> {
  joined: JoinedChanges<Values>;
  getValues: () => Values;
  send: (values: Values, base: Revision<Values>) => Promise<void>;
  /** Returns the other user's change, as far as it is known, if the error is a 412. */
  readRefusal: (error: unknown) => { lastChange?: LastChange | undefined } | undefined;
}

/** Saves a form, joined with what another user saves first. @throws the 412 if the user must choose, and other errors */
export const saveJoined = async <Values>({
  joined,
  getValues,
  send,
  readRefusal,
}: JoinedSave<Values>): Promise<void> => {
  for (let joins = 0; ; joins += 1) {
    try {
      return await send(getValues(), joined.getBase());
    } catch (error) {
      const refusal = readRefusal(error);
      if (!refusal) throw error;
      const isJoined = await joined.join(refusal.lastChange);
      if (!isJoined || joins === joinsMax) throw error;
    }
  }
};
