interface Choice {
  dictionaryValues: readonly { value: string }[];
}

/** Adds the task's current value to the choices of a parameter, if the dictionary no longer contains it. */
export const includeCurrentValue = <Parameter extends Choice>(
  parameter: Parameter,
  currentValue: string | undefined,
): Parameter => {
  const { dictionaryValues } = parameter;
  const isIncluded =
    currentValue === undefined || dictionaryValues.some(({ value }) => value === currentValue);
  return isIncluded
    ? parameter
    : { ...parameter, dictionaryValues: [{ value: currentValue }, ...dictionaryValues] };
};
