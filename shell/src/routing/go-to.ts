import type { DataRouter } from 'react-router-dom';

/** Navigates, unless the path is the current or pending one. Avoids duplicate history entries. */
export const goTo = (router: DataRouter, path: string): void => {
  const { location, navigation } = router.state;
  if ((navigation.location ?? location).pathname !== path) void router.navigate(path);
};
