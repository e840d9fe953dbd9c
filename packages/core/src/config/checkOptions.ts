import {
  MissingNetworksError,
  NoAdapterForNetworkError,
  SignInOptionsConflictError,
  UnknownOptionError,
} from '../errors/config.js'

import { defineNetwork } from '../networks/defineNetwork.js'
import { toNetwork } from '../networks/network.js'
import { defaultFeatures, type FoyerOptions } from './options.js'

/**
 * Refuses options that can't work. It runs while a dapp is developed and isn't in what its visitors download: options are the
 * developer's own words, and are seen to be wrong at the first start.
 *
 * @throws MissingNetworksError · SignInOptionsConflictError [S5.2] · NoAdapterForNetworkError · UnknownOptionError · InvalidNetworkError
 */
export function checkOptions(options: FoyerOptions): void {
  if (!options.networks?.[0]) throw new MissingNetworksError()
  if (options.siwx && options.siweConfig) throw new SignInOptionsConflictError()
  refuseUnknown(options)
  for (const network of options.networks) defineNetwork(network)
  if (options.defaultNetwork) defineNetwork(options.defaultNetwork)
  const families = new Set<string>(options.adapters?.map(({ family }) => family))
  for (const { chainNamespace: family } of options.adapters?.length ? options.networks.map(toNetwork) : []) {
    if (!families.has(family)) throw new NoAdapterForNetworkError({ family })
  }
}

/** Every option there is, spelled out once more because a type is gone when the page runs. */
const known: Readonly<Record<keyof FoyerOptions, true>> = {
  projectId: true,
  networks: true,
  adapters: true,
  connectors: true,
  defaultNetwork: true,
  metadata: true,
  api: true,
  features: true,
  themeMode: true,
  themeVariables: true,
  locale: true,
  excludeWalletIds: true,
  featuredWalletIds: true,
  includeWalletIds: true,
  customWallets: true,
  allWallets: true,
  customRpcUrls: true,
  rank: true,
  chainImages: true,
  connectorImages: true,
  termsConditionsUrl: true,
  privacyPolicyUrl: true,
  enableWallets: true,
  enableWalletConnect: true,
  experimental_preferUniversalLinks: true,
  enableInjected: true,
  enableEIP6963: true,
  enableNetworkSwitch: true,
  enableEmbedded: true,
  allowUnsupportedChain: true,
  manualWCControl: true,
  siwx: true,
  siweConfig: true,
  debug: true,
  platform: true,
  storage: true,
  initialState: true,
  clock: true,
}

function refuseUnknown(options: FoyerOptions): void {
  for (const option in options) {
    if (!Object.hasOwn(known, option)) throw new UnknownOptionError({ option, known: Object.keys(known) })
  }
  // One that only a later chunk reads has no default here.
  const features = [...Object.keys(defaultFeatures), 'legalCheckbox']
  for (const feature in options.features) {
    if (!features.includes(feature)) throw new UnknownOptionError({ option: `features.${feature}`, known: features })
  }
}
