import type { RenamedValue } from '@obieg/contracts';
import {
  createOnce,
  type Database,
  matchesRevision,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { findLastChange } from '../history/find-last-change';
import { translate } from '../messages/server-messages';
import type { Configuration, Entities, Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { changeConfiguration, changeForCaller } from './configuration.service';
import { getById } from './rows';

/** @throws 404, 412 if another user saved the entity in the meantime */
const getExpected = async <K extends keyof Entities>(
  tx: Tx,
  { ifMatch, language }: Caller,
  before: Entities,
  { kind, id }: { kind: K; id: number },
): Promise<Entities[K][number]> => {
  const entity: Entities[K][number] = getById<Stored<{ id: number }>>(
    before[kind],
    id,
  ) as Entities[K][number];
  if (matchesRevision(entity, ifMatch)) return entity;
  const detail = translate(language, 'savedMeanwhile');
  throw problem.preconditionFailed(detail, await findLastChange(tx, { kind, id }));
};

interface SaveOptions<K extends keyof Entities, Result> {
  kind: K;
  /** Of the saved entity; undefined for a new one. */
  id: number | undefined;
  /**
   * Checks and builds the entity, whose revision is set afterwards. `others` replaces the locked configuration.
   * `renamedValues` are also renamed in the answers of open tasks.
   */
  build(
    tx: Tx,
    before: Configuration,
    stored: Entities[K][number] | undefined,
  ): Promise<{
    entity: Omit<Entities[K][number], 'revision'>;
    others?: Configuration;
    renamedValues?: readonly RenamedValue[];
  }>;
  /** Builds the result, which a repetition of the creation returns, too. */
  present(saved: Entities[K][number]): Result;
}

/**
 * Inserts or updates an entity, which gets a new revision even if it does not change. A repeated creation returns the
 * first result. @throws 404, 412
 */
export const saveEntity = <K extends keyof Entities, Result>(
  db: Database,
  caller: Caller,
  { kind, id, build, present }: SaveOptions<K, Result>,
): Promise<Result> => {
  const save = async (tx: Tx): Promise<Result> => {
    const { after, savedId } = await changeForCaller(tx, caller, async (_, before) => {
      const entities: Entities = before;
      const stored = id === undefined ? undefined : await getExpected(tx, caller, entities, { kind, id });
      const { entity, others = before, renamedValues } = await build(tx, before, stored);
      const saved = { ...entity, revision: (stored?.revision ?? 0) + 1 } as Entities[K][number];
      const kept: Entities = others;
      const list = kept[kind].filter((other) => other.id !== saved.id);
      return { savedId: saved.id, wanted: { ...others, [kind]: [...list, saved] }, renamedValues };
    });
    const entities: Entities = after;
    return present(getById(entities[kind], savedId));
  };
  return withOrganization(db, caller.organizationId, (tx) => createOnce(tx, caller.creation, () => save(tx)));
};

/** Deletes an entity after `check`. @throws 404, 412 */
export const deleteEntity = async (
  db: Database,
  caller: Caller,
  {
    kind,
    id,
    check,
  }: {
    kind: keyof Entities;
    id: number;
    check?: (tx: Tx, before: Configuration) => Promise<void> | void;
  },
): Promise<void> => {
  await changeConfiguration(db, caller, async (tx, before) => {
    await getExpected(tx, caller, before, { kind, id });
    await check?.(tx, before);
    const entities: readonly { id: number }[] = before[kind];
    return { wanted: { ...before, [kind]: entities.filter((entity) => entity.id !== id) } };
  });
};
