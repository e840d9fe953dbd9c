import type { StandardFeatures, StandardWallet } from '../standard.js'

/** The method that each feature is used by. */
const methods = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'solana:signMessage': 'signMessage',
  'solana:signTransaction': 'signTransaction',
  'solana:signAndSendTransaction': 'signAndSendTransaction',
} as const satisfies Readonly<Record<keyof StandardFeatures, string>>

type FeatureName = keyof typeof methods

/** A feature that has its method is taken for what it says; what its method answers is parsed where it is called. */
function isFeature<Name extends FeatureName>(name: Name, value: unknown): value is StandardFeatures[Name] {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, methods[name]) === 'function'
}

/** A wallet's features, as far as the kit knows them. They are read anew each time: a wallet may gain and lose some. */
export function featuresOf(wallet: Pick<StandardWallet, 'features'>): StandardFeatures {
  const feature = <Name extends FeatureName>(name: Name): StandardFeatures[Name] | undefined => {
    const value: unknown = Reflect.get(Object(wallet.features), name)
    return isFeature(name, value) ? value : undefined
  }
  return {
    'standard:connect': feature('standard:connect'),
    'standard:disconnect': feature('standard:disconnect'),
    'standard:events': feature('standard:events'),
    'solana:signMessage': feature('solana:signMessage'),
    'solana:signTransaction': feature('solana:signTransaction'),
    'solana:signAndSendTransaction': feature('solana:signAndSendTransaction'),
  }
}
