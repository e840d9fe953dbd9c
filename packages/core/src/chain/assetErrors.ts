import { FoyerError } from '../errors/FoyerError.js'
import type { IdFault } from './errors.js'

/** A text that isn't a CAIP-19 asset id. */
export class InvalidAssetIdError extends FoyerError {
  override readonly name = 'InvalidAssetIdError'
  readonly code = 'invalid_asset_id'
  constructor({ fault }: { fault: IdFault }) {
    super(`Invalid CAIP-19 asset id: wrong ${fault}. It is written network/namespace:reference, with /token at most.`, {
      facts: { fault },
    })
  }
}

/** A chain family whose coins and tokens have no CAIP-19 names that the kit knows. */
export class UnsupportedAssetFamilyError extends FoyerError {
  override readonly name = 'UnsupportedAssetFamilyError'
  readonly code = 'unsupported_asset_family'
  constructor({ family }: { family: string }) {
    super(`Assets of the chain family ${family} can't be named by a CAIP-19 id here. Those of eip155 and solana can.`, {
      facts: { family },
    })
  }
}
