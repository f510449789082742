// Names the test that does not end, which other reporters show only once it has.
import { say } from './prepare.mjs';

/** No test or hook may take as long. */
const standstillMs = 5 * 60_000;
const checkEveryMs = 15_000;

/** A reporter of Vitest that tells what is under way when for five minutes nothing begins or ends. */
export default class StandstillReporter {
  /** Of each file under way: its last test that has begun. */
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
    say(`nothing has begun or ended for ${standstillMs / 60_000} minutes; under way: ${names || 'no test'}`);
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
