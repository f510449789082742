import { ToastRegion } from '@obieg/ui';
import { dismissNotice, useNotices } from '@obieg/web-kit';

/** Shows the messages of `notify`. */
export const Toasts = () => <ToastRegion toasts={useNotices()} onDismiss={dismissNotice} />;
