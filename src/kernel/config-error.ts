/** A setting that cannot be used. The message has its name and never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
