import type { Capabilities, FamilyWallet } from '@foyer/core'
import { featuresOf } from '../connection/features.js'
import { knows } from '../connection/place.js'

/** Returns the capabilities by the wallet's features on its network: they say it themselves, so that none is asked. */
export function capabilitiesOf({ provider, networkId }: FamilyWallet<'solana'>): Partial<Capabilities> {
  const features = featuresOf(provider)
  const signs = features['solana:signTransaction'] !== undefined
  const sends = signs || (features['solana:signAndSendTransaction'] !== undefined && knows(provider, networkId))
  return {
    signMessage: features['solana:signMessage'] !== undefined,
    signTransactions: signs,
    transfers: sends ? ['coin', 'token'] : [],
    sendCall: sends,
    // A transaction of several instructions is carried out whole or not at all.
    atomic: sends ? 'supported' : 'unsupported',
  }
}
