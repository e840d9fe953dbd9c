import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** The host put the kit together wrongly: a developer's business, so it has no sentence for the visitor. */
export abstract class ConfigError extends FoyerError {
  constructor(message: string, facts?: ErrorFacts) {
    super(message, { facts })
  }
}
