// Names a test that hangs. Other reporters show a test only after it ends.
import { say } from './prepare.mjs';

/** Longer than any test or hook. */
const standstillMs = 5 * 60_000;
const checkEveryMs = 15_000;

/** Vitest reporter that prints the running tests when nothing starts or ends for five minutes. */
export default class StandstillReporter {
  /** Last started test of each running file. */
  #underWay = new Map();
  #lastChange = Date.now();
  #timer;

  #note({ moduleId, project, relativeModuleId }, test = '') {
    this.#lastChange = Date.now();
    this.#underWay.set(moduleId, `${project.name} ${relativeModuleId} ${test}`.trimEnd());
  }

  #check() {
    if (Date.now() - this.#lastChange < standstillMs) return;
    this.#lastChange = Date.now();
    const names = [...this.#underWay.values()].join(', ');
    say(`no test started or ended for ${standstillMs / 60_000} minutes; running: ${names || 'none'}`);
  }

  onTestRunStart() {
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs).unref();
  }

  onTestModuleQueued(module) {
    this.#note(module);
  }

  onTestCaseReady({ module, fullName }) {
    this.#note(module, `> ${fullName}`);
  }

  onTestModuleEnd(module) {
    this.#lastChange = Date.now();
    this.#underWay.delete(module.moduleId);
  }
}
