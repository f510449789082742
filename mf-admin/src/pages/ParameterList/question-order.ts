import type { WorkflowParameter } from '@obieg/contracts';
import { inAskingOrder, listAwaitedIds } from '@obieg/workflow-rules';

export interface ParameterNode {
  parameter: WorkflowParameter;
  /** How far it is indented: below the parameters that it depends on, if no unrelated one is asked between them. */
  depth: number;
  /** Id of the last parameter that it depends on and that is asked before it. */
  parentId: number | undefined;
  /** Parameters that its number is before, although it is asked after them. */
  askedAfter: readonly WorkflowParameter[];
  /** Parameters whose missing answer it depends on, and before which it is asked. The condition then always holds. */
  askedBefore: readonly WorkflowParameter[];
}

const isNumberedBefore = (one: WorkflowParameter, other: WorkflowParameter): boolean =>
  one.sortOrder < other.sortOrder || (one.sortOrder === other.sortOrder && one.id < other.id);

/** Lists parameters as the questionnaire asks them, with what each one depends on. */
export const arrangeQuestions = (parameters: readonly WorkflowParameter[]): ParameterNode[] => {
  const ordered = inAskingOrder(parameters);
  const places = new Map(ordered.map(({ id }, place) => [id, place] as const));
  /** Ids of the rows that the current row may be below. */
  const path: number[] = [];
  return ordered.map((parameter, place) => {
    const parentIds = parameter.dependencies.map(({ parentParameterId }) => parentParameterId);
    const earlier = parentIds.map((id) => places.get(id) ?? place).filter((other) => other < place);
    const parentId = ordered[Math.max(-1, ...earlier)]?.id;
    const depth = parentId === undefined ? 0 : path.indexOf(parentId) + 1;
    path.splice(depth, path.length, parameter.id);
    const awaitedIds = listAwaitedIds(parameter);
    return {
      parameter,
      depth,
      parentId,
      askedAfter: ordered.filter(
        (other) => awaitedIds.includes(other.id) && isNumberedBefore(parameter, other),
      ),
      askedBefore: ordered.filter((other, otherPlace) => otherPlace > place && parentIds.includes(other.id)),
    };
  });
};

/** What keeps a parameter from a place: one that is asked after the other. */
export interface MoveObstacle {
  later: WorkflowParameter;
  earlier: WorkflowParameter;
}

/** Finds a parameter that another one cannot be moved past, because one of them depends on the other's answer. */
export const findObstacle = (
  nodes: readonly ParameterNode[],
  from: number,
  to: number,
): MoveObstacle | undefined => {
  const moved = nodes[from]?.parameter;
  const passed = to < from ? nodes.slice(to, from) : nodes.slice(from + 1, to + 1);
  return passed
    .flatMap(({ parameter }) => {
      const [later, earlier] = to < from ? [moved, parameter] : [parameter, moved];
      return later && earlier && listAwaitedIds(later).includes(earlier.id) ? [{ later, earlier }] : [];
    })
    .at(0);
};

/** Returns the ids in the listed order, with one moved to the place of another. */
export const moveRow = (nodes: readonly ParameterNode[], from: number, to: number): number[] => {
  const ids = nodes.map(({ parameter }) => parameter.id);
  ids.splice(to, 0, ...ids.splice(from, 1));
  return ids;
};

/**
 * Finds the place that a wanted order gives to a moved row in the present one: after the same row, or after the nearest
 * row before it that is still there.
 *
 * @returns undefined if the row is gone, or has that place already
 */
export const findPlaceAgain = (
  nodes: readonly ParameterNode[],
  wantedIds: readonly number[],
  movedId: number,
): { from: number; to: number; name: string } | undefined => {
  const ids = nodes.map(({ parameter }) => parameter.id);
  const from = ids.indexOf(movedId);
  const moved = nodes[from]?.parameter;
  if (!moved) return undefined;
  const others = ids.filter((id) => id !== movedId);
  const previous = wantedIds.slice(0, wantedIds.indexOf(movedId)).findLast((id) => others.includes(id));
  const to = previous === undefined ? 0 : others.indexOf(previous) + 1;
  return to === from ? undefined : { from, to, name: moved.displayName };
};

/** Keeps the nodes that match, and what they depend on. */
export const filterQuestions = (
  nodes: readonly ParameterNode[],
  matches: (node: ParameterNode) => boolean,
): ParameterNode[] => {
  const byId = new Map(nodes.map((node) => [node.parameter.id, node] as const));
  const shown = new Set<number>();
  for (const node of nodes.filter(matches))
    for (let one: ParameterNode | undefined = node; one; one = byId.get(one.parentId ?? 0))
      shown.add(one.parameter.id);
  return nodes.filter(({ parameter }) => shown.has(parameter.id));
};
