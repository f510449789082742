// Names a test that hangs. Other reporters show a test only after it ends.
import { logProgress } from './prepare.mjs';

/** Longer than any test or hook. */
const silenceMs = 5 * 60_000;
const checkEveryMs = 15_000;

/** Vitest reporter that prints the running tests when nothing starts or ends for five minutes. */
export default class HangingTestReporter {
  /** Last started test of each running file. */
  #running = new Map();
  #lastChange = Date.now();
  #timer;

  #record({ moduleId, project, relativeModuleId }, test = '') {
    this.#lastChange = Date.now();
    this.#running.set(moduleId, `${project.name} ${relativeModuleId} ${test}`.trimEnd());
  }

  #check() {
    if (Date.now() - this.#lastChange < silenceMs) return;
    this.#lastChange = Date.now();
    const names = [...this.#running.values()].join(', ');
    logProgress(`no test started or ended for ${silenceMs / 60_000} minutes; running: ${names || 'none'}`);
  }

  onTestRunStart() {
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs).unref();
  }

  onTestModuleQueued(module) {
    this.#record(module);
  }

  onTestCaseReady({ module, fullName }) {
    this.#record(module, `> ${fullName}`);
  }

  onTestModuleEnd(module) {
    this.#lastChange = Date.now();
    this.#running.delete(module.moduleId);
  }
}
