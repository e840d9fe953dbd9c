import type { PriceSourceName } from './priceSource.js'

/** A price service answered what isn't a list of prices. */
export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError'
  readonly code = 'price_source'
  readonly source: PriceSourceName

  constructor({ source, cause }: { source: PriceSourceName; cause?: unknown }) {
    super(`The price source "${source}" gave no prices.`, cause === undefined ? undefined : { cause })
    this.source = source
  }
}
