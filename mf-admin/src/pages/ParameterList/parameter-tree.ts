import type { WorkflowParameter } from '@obieg/contracts';

export interface ParameterNode {
  parameter: WorkflowParameter;
  /** 0 for a parameter that depends on none. */
  depth: number;
  /** Id of the parameter that it is listed below. */
  parentId: number | undefined;
  /** Parameters that it is ordered before, although it is asked after them. */
  askedAfter: readonly WorkflowParameter[];
  /** Parameters whose missing answer it depends on, and before which it is asked. The condition then always holds. */
  askedBefore: readonly WorkflowParameter[];
}

/**
 * Arranges parameters as a tree: each one below the last parameter that it depends on. Children, like roots, are in
 * questionnaire order.
 *
 * @param parameters in questionnaire order
 */
export const arrangeTree = (parameters: readonly WorkflowParameter[]): ParameterNode[] => {
  const positions = new Map(parameters.map(({ id }, index) => [id, index] as const));
  const positionOf = (id: number): number => positions.get(id) ?? -1;
  const children = new Map<number | undefined, WorkflowParameter[]>();
  for (const parameter of parameters) {
    const allIds = parameter.dependencies.map(({ parentParameterId }) => parentParameterId);
    const lastPosition = Math.max(-1, ...allIds.map(positionOf));
    const parentId = parameters[lastPosition]?.id;
    children.set(parentId, [...(children.get(parentId) ?? []), parameter]);
  }
  /** A missing answer meets only NOT_EXISTS, so any other condition waits for the parent's answer. */
  const listLaterParents = (parameter: WorkflowParameter, waits: boolean): WorkflowParameter[] => {
    const ids = parameter.dependencies
      .filter(({ conditionType }) => (conditionType !== 'NOT_EXISTS') === waits)
      .map(({ parentParameterId }) => parentParameterId);
    return [...new Set(ids)].flatMap((id) => {
      const parent = parameters[positionOf(id)];
      return parent && positionOf(id) > positionOf(parameter.id) ? [parent] : [];
    });
  };
  /** Whether it waits for no later answer, directly or because a question that it depends on does. */
  const isAskedInOrder = (parameter: WorkflowParameter): boolean =>
    listLaterParents(parameter, true).length === 0 &&
    parameter.dependencies.every(({ conditionType, parentParameterId }) => {
      const parent = parameters[positionOf(parentParameterId)];
      return conditionType === 'NOT_EXISTS' || !parent || isAskedInOrder(parent);
    });
  const toNode = (
    parameter: WorkflowParameter,
    parentId: number | undefined,
    depth: number,
  ): ParameterNode => {
    const askedAfter = listLaterParents(parameter, true);
    const askedBefore = isAskedInOrder(parameter) ? listLaterParents(parameter, false) : [];
    return { parameter, depth, parentId, askedAfter, askedBefore };
  };
  const listBelow = (parentId: number | undefined, depth: number): ParameterNode[] =>
    (children.get(parentId) ?? []).flatMap((parameter) => [
      toNode(parameter, parentId, depth),
      ...listBelow(parameter.id, depth + 1),
    ]);
  return listBelow(undefined, 0);
};

/** Returns the number of nodes of the subtree that begins at an index. */
const countSubtree = (nodes: readonly ParameterNode[], index: number): number => {
  const depth = nodes[index]?.depth ?? 0;
  const next = nodes.findIndex((node, position) => position > index && node.depth <= depth);
  return (next < 0 ? nodes.length : next) - index;
};

/** Returns the ids in the listed order, with a node and everything below it moved to the place of another node. */
export const moveSubtree = (nodes: readonly ParameterNode[], from: number, to: number): number[] => {
  const ids = nodes.map(({ parameter }) => parameter.id);
  const count = countSubtree(nodes, from);
  if (to >= from && to < from + count) return ids;
  const moved = ids.splice(from, count);
  ids.splice(to > from ? to - count + 1 : to, 0, ...moved);
  return ids;
};

/** Returns where a node moves to, past its next or previous sibling. Undefined if there is none. */
export const findSiblingPlace = (
  nodes: readonly ParameterNode[],
  index: number,
  direction: 'up' | 'down',
): number | undefined => {
  const parentId = nodes[index]?.parentId;
  const siblings = nodes.flatMap((node, position) => (node.parentId === parentId ? [position] : []));
  const place = siblings[siblings.indexOf(index) + (direction === 'up' ? -1 : 1)];
  if (place === undefined || direction === 'up') return place;
  return place + countSubtree(nodes, place) - 1;
};

/** Keeps the nodes that match, and what they are listed below. */
export const filterTree = (
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
