import { readProperty } from '@foyer/core/connector'

/** The method by which each feature is used. */
const methods = {
  'standard:connect': 'connect',
  'standard:disconnect': 'disconnect',
  'standard:events': 'on',
  'sui:signPersonalMessage': 'signPersonalMessage',
  'sui:signTransaction': 'signTransaction',
} as const

export type Feature = keyof typeof methods

/**
 * A feature of a wallet, to be called: anything may stand there, so what it returns is parsed by the caller.
 *
 * @returns undefined where the wallet lacks it
 */
export function featureOf(wallet: object, name: Feature): ((...input: readonly unknown[]) => unknown) | undefined {
  const feature = readProperty(readProperty(wallet, 'features'), name)
  const method = readProperty(feature, methods[name])
  return typeof method === 'function' ? (...input) => Reflect.apply(method, feature, input) : undefined
}
