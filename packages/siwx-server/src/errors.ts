import { ConfigError } from '@foyer/core/errors'

/** `domain` isn't a host, such as `app.example` or `localhost:3000`. */
export class InvalidSiwxDomainError extends ConfigError {
  override readonly name = 'InvalidSiwxDomainError'
  readonly code = 'invalid_siwx_domain'

  constructor() {
    super('A sign-in’s `domain` must be the host of its pages, such as app.example or localhost:3000, without a path.')
  }
}
