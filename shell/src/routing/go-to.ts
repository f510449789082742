import type { DataRouter } from 'react-router-dom';

/** Navigates unless the person is there or on the way there; two reasons to leave shall not make two history entries. */
export const goTo = (router: DataRouter, path: string): void => {
  const { location, navigation } = router.state;
  if ((navigation.location ?? location).pathname !== path) void router.navigate(path);
};
