import { Button, CopyButton, Group, Stack, Text } from '@obieg/ui';
import { useAuthMessages } from '../i18n/messages';
import classes from './second-factor.module.css';

const downloadText = (text: string, fileName: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** The only time that the codes are on the screen. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const t = useAuthMessages();
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack>
      <Text>{t('recovery.help')}</Text>
      <ul className={classes['codes']} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group>
        <CopyButton value={text} label={t('recovery.copy')} />
        <Button icon="download" onClick={() => downloadText(text, t('recovery.fileName'))}>
          {t('recovery.download')}
        </Button>
        <Button icon="document" onClick={() => globalThis.print()}>
          {t('recovery.print')}
        </Button>
      </Group>
    </Stack>
  );
};
