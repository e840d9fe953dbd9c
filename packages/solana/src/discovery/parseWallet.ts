import { InvalidWalletError } from '../errors.js'
import type { StandardWallet } from '../standard.js'

/** What a list shows of a wallet. */
export interface ShownWallet {
  readonly name: string
  readonly icon: string | undefined
}

/** What a wallet needs so that the kit can use it: the visitor's consent, and something that the account signs. */
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']

/**
 * Reads what registered itself. Anything in the page can say anything here: getters may throw, texts may be endless. A wallet whose picture is of no use
 * goes without one.
 *
 * @returns undefined for a wallet of other families
 * @throws InvalidWalletError
 */
export function parseWallet(wallet: unknown): ShownWallet | undefined {
  const chains = read(wallet, 'chains')
  if (!Array.isArray(chains)) throw new InvalidWalletError({ field: 'chains' })
  if (!chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))) return undefined
  const features = read(wallet, 'features')
  const connects = typeof read(read(features, 'standard:connect'), 'connect') === 'function'
  if (!connects || !signing.some((name) => read(features, name))) throw new InvalidWalletError({ field: 'features' })
  const said = read(wallet, 'name')
  // Control, format and direction characters have no place in a name.
  const name =
    typeof said === 'string'
      ? said
          .slice(0, 255)
          .replace(/[\p{Cc}\p{Cf}]/gu, '')
          .trim()
      : ''
  if (name === '') throw new InvalidWalletError({ field: 'name' })
  const icon = read(wallet, 'icon')
  return {
    name: name.slice(0, 64),
    icon: typeof icon === 'string' && icon.length < 4e5 && /^data:image\//.test(icon) ? icon : undefined,
  }
}

/** Is this something that {@link parseWallet} can read? What its members really are is asked where they are used. */
export const isWallet = (value: unknown): value is StandardWallet => typeof value === 'object' && value !== null

/** A property of anything at all; a getter that throws, as what has no properties, says nothing. */
export function read(value: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(value), name)
  } catch {
    return undefined // the caller that needs the property names it as missing
  }
}
