import { ConfigError } from './ConfigError.js'

/** No adapter was passed for the family [S8.20]. */
export class AdapterNotFoundError extends ConfigError {
  override readonly name = 'AdapterNotFoundError'
  readonly code = 'adapter_not_found'

  constructor({ family }: { family: string }) {
    super(`Adapter not found: none was passed for the family ${family}. Add it to \`adapters\`.`, { family })
  }
}
