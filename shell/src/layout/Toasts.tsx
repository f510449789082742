import { ToastRegion } from '@obieg/ui';
import { dismissNotice, useNotices } from '@obieg/web-kit';

/** What `notify` of web-kit has to say, until its time is over. */
export const Toasts = () => <ToastRegion toasts={useNotices()} onDismiss={dismissNotice} />;
