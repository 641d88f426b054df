import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Prints as the last line of a run `N passed, N failed`, and `, N skipped` where tests were skipped. A test file that
 * cannot be loaded and an error outside of any test count as failed, so that a green line is never wrong.
 */
export default class CountReporter implements Reporter {
  private line = '0 passed, 1 failed';

  onInit(): void {
    // At exit: whatever other reporters print after the run stands before it.
    process.once('exit', () => process.stdout.write(`${this.line}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // A test that never ended (a worker that died) did not pass.
        counts[state === 'pending' ? 'failed' : state]++;
      }
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    if (counts.passed + counts.failed + counts.skipped === 0) counts.failed++;
    this.line = `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`;
  }
}
