import { ConfigError } from './ConfigError.js'

/** Both sign-in options were given [S5.2 S8.20]. */
export class SignInOptionsConflictError extends ConfigError {
  override readonly name = 'SignInOptionsConflictError'
  readonly code = 'sign_in_options_conflict'

  constructor() {
    super('Cannot set both `siweConfig` and `siwx` options: they configure the same step. Keep `siwx`.')
  }
}
