interface Choice {
  dictionaryValues: readonly { value: string }[];
}

/** A parameter with the value that the task holds on offer, also where its dictionary has lost it. */
export const offerHeld = <Parameter extends Choice>(
  parameter: Parameter,
  held: string | undefined,
): Parameter => {
  const { dictionaryValues } = parameter;
  const isOffered = held === undefined || dictionaryValues.some(({ value }) => value === held);
  return isOffered ? parameter : { ...parameter, dictionaryValues: [{ value: held }, ...dictionaryValues] };
};
