import { usePaletteKey } from '@obieg/ui';
import { logFailure, notify, useSession } from '@obieg/web-kit';
import { type ComponentType, useEffect, useState } from 'react';
import { useShellMessages } from '../i18n/shell-messages';
import type { CommandCenterProps } from './CommandCenter';
import { openCommands, useOpenPart } from './open-commands';

const loadCenter = async () => {
  const { CommandCenter, registerCommandMessages } = await import(
    /* webpackChunkName: "shell-commands" */ './CommandCenter'
  );
  await registerCommandMessages();
  return CommandCenter;
};

/** Loads the code after the page, and again when the user asks for a part that could not be loaded. */
const useCenter = (): ComponentType<CommandCenterProps> | undefined => {
  const t = useShellMessages();
  const isWanted = useOpenPart() !== undefined;
  const [Center, setCenter] = useState<ComponentType<CommandCenterProps>>();
  const isMissing = Center === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed language loads nothing
  useEffect(() => {
    if (!isMissing) return;
    let isStale = false;
    loadCenter().then(
      (loaded) => setCenter(() => loaded),
      (error: unknown) => {
        if (isStale) return;
        logFailure('the command palette could not be loaded', error);
        if (isWanted) notify.info(t('commandsLost'));
        openCommands(undefined);
      },
    );
    return () => {
      isStale = true;
    };
  }, [isMissing, isWanted]);
  return Center;
};

const openPalette = (): void => openCommands('palette');

const MemberCenter = (props: CommandCenterProps) => {
  const Center = useCenter();
  usePaletteKey(openPalette);
  // Another user must not get an open palette.
  useEffect(() => () => openCommands(undefined), []);
  return Center ? <Center {...props} /> : null;
};

/** Palette and shortcuts of a signed-in user. Visitors never load them. */
export const LazyCommandCenter = (props: CommandCenterProps) => {
  const user = useSession()?.user;
  return user ? <MemberCenter key={`${user.id} ${user.email}`} {...props} /> : null;
};
