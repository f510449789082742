import { Notice, type Tone } from '@obieg/ui';
import { dismissNotice, useNotices, type Notice as WebNotice } from '@obieg/web-kit';
import classes from './layout.module.css';

const tones: Record<WebNotice['kind'], Tone> = { success: 'success', info: 'info', error: 'danger' };

/** What `notify` of web-kit has to say, until its time is over. */
export const Toasts = () => (
  <div className={classes['toasts']}>
    {useNotices().map(({ id, kind, text }) => (
      <Notice key={id} tone={tones[kind]} onDismiss={() => dismissNotice(id)}>
        {text}
      </Notice>
    ))}
  </div>
);
