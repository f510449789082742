import type { LastChange } from '@obieg/contracts';
import { useRef, useState } from 'react';
import { type JoinedFields, joinChanges } from './join-changes';
import { isSame } from './join-values';

/** Values of a form, as a revision of the server has them. */
export interface Revision<Values> {
  values: Values;
  /** Undefined if the server sent none, or for a new entity. */
  etag: string | undefined;
}

type Name<Values> = keyof Values & string;

/** The value that the user wants for a field that both have changed. */
interface Choice<Values> {
  side: 'mine' | 'theirs';
  /** One's own value, to return to. */
  mine: Values[Name<Values>];
}

/** What another user has saved since the form was opened. */
export interface ForeignChange<Values> {
  lastChange: LastChange | undefined;
  theirs: Values;
  /** Fields that both have changed. */
  conflicts: readonly Name<Values>[];
  /** Fields that the form took over. */
  taken: readonly Name<Values>[];
  choices: { readonly [Field in Name<Values>]?: Choice<Values> };
  /** Whether the user tried to save without choosing. */
  isChoiceMissing: boolean;
}

interface JoinedChangesOptions<Values> {
  fields: JoinedFields<Values>;
  /** Only the user changes these values, in other tabs and on other devices. */
  isOwn?: boolean;
  /** What the form shows first. */
  loaded: Revision<Values>;
  /** Loads what is saved now. */
  load: () => Promise<Revision<Values>>;
  getValues: () => Values;
  setValue: (name: Name<Values>, value: Values[Name<Values>]) => void;
}

const hasOpenChoice = <Values>({ conflicts, choices }: ForeignChange<Values>): boolean =>
  conflicts.some((name) => choices[name] === undefined);

/**
 * Joins the changes of a form with those that another user saved first. Changes of different fields are joined. For a
 * field that both have changed, the user chooses a value in `ConflictNotice` and saves again.
 */
export const useJoinedChanges = <Values>({
  fields,
  isOwn = false,
  loaded,
  load,
  getValues,
  setValue,
}: JoinedChangesOptions<Values>) => {
  // A background refetch must not pair its ETag with older field values.
  const base = useRef(loaded);
  const [change, showChange] = useState<ForeignChange<Values>>();
  // A form that sends itself again has not rendered yet.
  const latest = useRef<ForeignChange<Values>>(undefined);
  const setChange = (next: ForeignChange<Values> | undefined): void => {
    latest.current = next;
    showChange(next);
  };
  const choose = (name: Name<Values>, side: Choice<Values>['side']): void => {
    if (!change) return;
    const present = getValues()[name];
    const theirs = change.theirs[name];
    const known = change.choices[name];
    const mine = known && isSame(present, theirs) ? known.mine : present;
    setValue(name, side === 'theirs' ? theirs : mine);
    setChange({ ...change, choices: { ...change.choices, [name]: { side, mine } } });
  };
  return {
    fields,
    isOwn,
    change,
    /** Returns the change before it is rendered. */
    getChange: () => latest.current,
    choose,
    /** Continues from a revision that the form has saved itself. */
    rebase: (revision: Revision<Values>): void => {
      base.current = revision;
      setChange(undefined);
    },
    /** Returns the revision that the next save is based on. */
    getBase: () => base.current,
    /** Returns whether the form can be saved. Otherwise, the notice asks for the missing choices. */
    checkChoices: (): boolean => {
      if (!change || !hasOpenChoice(change)) return true;
      setChange({ ...change, isChoiceMissing: true });
      return false;
    },
    /**
     * Takes over what another user has saved, after the server refused the form's revision.
     * @returns whether both changes are joined, so that the form can be saved again at once
     */
    join: async (lastChange: LastChange | undefined): Promise<boolean> => {
      const newest = await load();
      const mine = getValues();
      const { values, conflicts, taken } = joinChanges(fields, {
        base: base.current.values,
        mine,
        theirs: newest.values,
      });
      base.current = newest;
      for (const name of taken) setValue(name, values[name]);
      setChange({
        lastChange,
        theirs: newest.values,
        conflicts,
        taken: [...new Set([...(latest.current?.taken ?? []), ...taken])],
        choices: {},
        isChoiceMissing: false,
      });
      return conflicts.length === 0;
    },
  };
};
export type JoinedChanges<Values> = ReturnType<typeof useJoinedChanges<Values>>;
