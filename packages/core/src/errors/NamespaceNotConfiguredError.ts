import { ConfigError } from './ConfigError.js'

/** A request came before its chain family was connected [S5.7]. */
export class NamespaceNotConfiguredError extends ConfigError {
  override readonly name = 'NamespaceNotConfiguredError'
  readonly code = 'namespace_not_configured'

  constructor({ family }: { family: string }) {
    super('Namespace is not configured. Please call connect() first with namespace config.', { family })
  }
}
