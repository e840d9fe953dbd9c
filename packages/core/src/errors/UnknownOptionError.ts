import { ConfigError } from './ConfigError.js'

/** `createFoyer` was given an option that it does not know: most often a slip of the pen. */
export class UnknownOptionError extends ConfigError {
  override readonly name = 'UnknownOptionError'
  readonly code = 'unknown_option'

  constructor({ option, known }: { option: string; known: readonly string[] }) {
    super(`The option \`${option}\` is unknown. Known are: ${known.join(', ')}.`, { option })
  }
}
