import { MissingNetworksError } from '../errors/MissingNetworksError.js'
import { NoAdapterForNetworkError } from '../errors/NoAdapterForNetworkError.js'
import { SignInOptionsConflictError } from '../errors/SignInOptionsConflictError.js'
import { UnknownOptionError } from '../errors/UnknownOptionError.js'
import { defaultFeatures, type FoyerOptions } from './options.js'

/**
 * Refuses options that can't work. A name that the kit doesn't know is refused while developing, so that a typing slip is seen at once.
 *
 * @throws MissingNetworksError · SignInOptionsConflictError [S5.2] · NoAdapterForNetworkError · UnknownOptionError
 */
export function checkOptions(options: FoyerOptions): void {
  if (!options.networks?.[0]) throw new MissingNetworksError()
  if ('siwx' in options && 'siweConfig' in options) throw new SignInOptionsConflictError()
  if (process.env.NODE_ENV !== 'production') refuseUnknown(options)
  const families = new Set<string>(options.adapters?.map(({ family }) => family))
  for (const { chainNamespace: family = 'eip155' } of options.adapters ? options.networks : []) {
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
  customWallets: true,
  customRpcUrls: true,
  chainImages: true,
  connectorImages: true,
  termsConditionsUrl: true,
  privacyPolicyUrl: true,
  enableWallets: true,
  enableInjected: true,
  enableEIP6963: true,
  enableNetworkSwitch: true,
  enableEmbedded: true,
  allowUnsupportedChain: true,
  manualWCControl: true,
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
  for (const feature in options.features) {
    if (!Object.hasOwn(defaultFeatures, feature))
      throw new UnknownOptionError({ option: `features.${feature}`, known: Object.keys(defaultFeatures) })
  }
}
