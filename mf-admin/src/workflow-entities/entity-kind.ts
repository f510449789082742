import type { createEntityApi } from '../api/entity-api';
import type { Versioned } from '../api/optimistic-concurrency';
import type { Draft } from '../workflow-check/draft-configuration';

export type ExistingMode = 'view' | 'edit';
export type EntityMode = 'create' | ExistingMode;

type EntityHooks<Entity extends object, Body> = Pick<
  ReturnType<typeof createEntityApi<Entity, Body>>,
  'useOne' | 'useSave' | 'load'
>;

/** What the pages of workflow entities differ in, besides their fields. */
export interface EntityKind<Entity extends { id: number }, Body> extends EntityHooks<Entity, Body> {
  /** Also the section of the message catalogue with the texts of one entity. */
  name: Draft['kind'] | 'calendar' | 'target';
  /** Section of the message catalogue with the texts of the list. */
  listTexts: 'parameters' | 'statuses' | 'transitions' | 'calendars' | 'targets';
  /** Path of the list; the paths of entities extend it. */
  listPath: string;
  titles: Record<EntityMode, string>;
  getLabel: (entity: Entity | Body) => string;
  /** Absent for an entity that decides no transition of a task. */
  toDraft?: (id: number, saved: Body) => Draft;
}

/** Props of every entity's form. */
export interface EntityFormProps<Entity, Body, Data = null> {
  formData: Data;
  /** The entity to edit; absent to create one. */
  versioned?: Versioned<Entity> | undefined;
  /** The entity just saved, when several are created one after the other. */
  previous?: Body | undefined;
  /** Loads again what the form offers, after another user has changed the entity. */
  refreshFormData?: (() => Promise<unknown>) | undefined;
  /** Opens an empty form for another entity. */
  onAddAnother?: (saved: Body) => void;
}

/** What a form or a view needs besides the entity. */
export interface FormData<Data> {
  /** Undefined until all of it is loaded. */
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
  /** Loads what another save may have changed. */
  refresh?: () => Promise<unknown>;
  /** Message key for the error; the default is the entity's. */
  failedText?: string;
}

/** Of a form that needs nothing besides the entity. */
export const noFormData: FormData<null> = {
  data: null,
  error: null,
  isFetching: false,
  retry: () => undefined,
};
