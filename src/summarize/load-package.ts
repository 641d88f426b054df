import { ConfigError } from '../core/errors/config-error.ts';

/**
 * Loads an optional peer dependency when it is first needed. Does I/O.
 *
 * @throws ConfigError where it is not installed, with what to install.
 */
export async function loadPackage<T>(name: string, purpose: string): Promise<T> {
  try {
    return (await import(name)) as T;
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new ConfigError({
      what: `${purpose} needs the package \`${name}\`, which is not installed`,
      option: 'summarizer',
      next: `Install it beside holdfast: \`npm install ${name}\`.`,
    });
  }
}

/** The package itself, not something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && error instanceof Error && error.message.includes(`'${name}'`);
}
