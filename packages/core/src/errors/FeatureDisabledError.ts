import { ConfigError } from './config.js'

/** A view was opened whose feature is switched off in the options. */
export class FeatureDisabledError extends ConfigError {
  override readonly name = 'FeatureDisabledError'
  readonly code = 'feature_disabled'

  constructor({ feature, view }: { readonly feature: string; readonly view: string }) {
    super(`The view ${view} was opened, but \`features.${feature}\` is off. Switch it on, or don't open it.`, {
      feature,
      view,
    })
  }
}
