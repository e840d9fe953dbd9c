import { english } from '../messages/english.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import { defaultFeatures, type FoyerOptions, type ResolvedOptions } from './options.js'

/** Fills in every default. What the host left out and what it set to undefined are the same. */
export function resolveOptions(options: FoyerOptions): ResolvedOptions {
  const [first, ...others] = options.networks
  const defaultNetwork = options.defaultNetwork && defineNetwork(options.defaultNetwork)
  return {
    projectId: options.projectId ?? '',
    networks: [defineNetwork(first), ...others.map(defineNetwork)],
    defaultNetwork,
    metadata: options.metadata ?? {},
    api: options.api?.replace(/\/+$/, ''),
    features: { ...defaultFeatures, ...given(options.features) },
    locale: options.locale ?? english,
    excludeWalletIds: options.excludeWalletIds ?? [],
    customWallets: options.customWallets ?? [],
    customRpcUrls: options.customRpcUrls ?? {},
    chainImages: options.chainImages ?? {},
    connectorImages: options.connectorImages ?? {},
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    enableWallets: options.enableWallets ?? true,
    enableInjected: options.enableInjected ?? true,
    enableEIP6963: options.enableEIP6963 ?? true,
    enableNetworkSwitch: options.enableNetworkSwitch ?? true,
    enableEmbedded: options.enableEmbedded ?? false,
    allowUnsupportedChain: options.allowUnsupportedChain ?? false,
    manualWCControl: options.manualWCControl ?? false,
    debug: options.debug ?? true,
    platform: options.platform ?? 'js',
  }
}

/** What was really given: a host without types may pass undefined for "as usual". */
function given<T extends object>(partial: Partial<T> | undefined): Partial<T> {
  const entries: Partial<T> = { ...partial }
  for (const key in entries) if (entries[key] === undefined) delete entries[key]
  return entries
}
