import { plainText, readProperty, usableIcon } from '@foyer/core/connector'
import { InvalidWalletError } from '../errors.js'
import type { StandardWallet } from '../standard.js'

/** The parts of a wallet that a list shows. */
export interface ShownWallet {
  readonly name: string
  readonly icon: string | undefined
}

/**
 * The features of which a wallet needs one so that the kit can use it, beside the visitor's consent: the account signs
 * something.
 */
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']

/**
 * Reads what registered itself.
 *
 * @returns undefined for a wallet of other families
 * @throws InvalidWalletError
 */
export function parseWallet(wallet: unknown): ShownWallet | undefined {
  const chains = readProperty(wallet, 'chains')
  if (!Array.isArray(chains)) throw new InvalidWalletError({ field: 'chains' })
  if (!chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))) return undefined
  const features = readProperty(wallet, 'features')
  const connects = typeof readProperty(readProperty(features, 'standard:connect'), 'connect') === 'function'
  if (!connects || !signing.some((name) => readProperty(features, name)))
    throw new InvalidWalletError({ field: 'features' })
  const name = plainText(readProperty(wallet, 'name')).slice(0, 64)
  if (name === '') throw new InvalidWalletError({ field: 'name' })
  return { name, icon: usableIcon(readProperty(wallet, 'icon'), /^\s*data:image\//) }
}

/** Is this something that {@link parseWallet} can read? What its members really are is asked where they are used. */
export const isWallet = (value: unknown): value is StandardWallet => typeof value === 'object' && value !== null
