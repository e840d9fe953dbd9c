import type { ConnectMethod } from '../config/options.js'
import type { FoyerState } from '../store/state.js'

/**
 * The order of the ways to connect: the host's, else email, social, wallet [S2.19 S9.52]; wallet first where one is in the page [S2.20].
 */
export function connectMethods({
  connectors,
  features,
}: Pick<FoyerState, 'connectors' | 'features'>): readonly ConnectMethod[] {
  if (features.connectMethodsOrder) return features.connectMethodsOrder
  const present = connectors.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
  return present ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
}
