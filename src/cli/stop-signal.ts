/** Resolves with the first SIGINT or SIGTERM, so that a server stops as it should stop; a second one, whichever it is, ends the process. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}
