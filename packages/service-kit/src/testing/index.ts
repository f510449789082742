export { watchEventLoop } from '../process/event-loop';
export { createTestDatabase, type TestDatabase } from './database';
export { buildEvent, pollUntil, recordedEvents, startTestNats } from './events';
export { createTestIdentity } from './identity';
export { countLockWaits, untilLockWaits } from './locks';
export { findUnsafeMigrations } from './migration-rules';
export { sendTestRequest, type TestAnswer } from './request';
export { startTestService, type TestService } from './service';
export { headerOf, startSmtpServer } from './smtp-server';
