import { failure } from '../errors/failure.js'

/** A chain id that no name can be registered for: it must be a whole number from 1 to 2147483647 [S5.10]. */
export class InvalidNameChainError extends /* @__PURE__ */ failure('invalid_name_chain', { text: 'Invalid chainId' }) {}

/** The fault of a name that a visitor types. */
export type AccountNameFault = 'short' | 'characters'

/**
 * Whether a text can be the first part of an account's name: at least 4 characters; letters, digits and hyphens only.
 * A server has further rules: it may be taken, or kept back.
 *
 * @returns what is wrong, or null
 * @see S5.8, S5.9
 * @example accountNameFault('alice') // null
 */
export function accountNameFault(name: string): AccountNameFault | null {
  if (/[^a-zA-Z0-9-]/.test(name)) return 'characters'
  return name.length < 4 ? 'short' : null
}

/** Below it are the coin types of SLIP-44; from it on those of EVM chains. */
const evmCoinTypes = 0x8000_0000

/**
 * The coin type that an EVM chain has where names are registered and resolved: 2147483648 OR the chain id, as an unsigned
 * 32-bit number.
 *
 * @throws {@link InvalidNameChainError} 'Invalid chainId' for what is no chain id, or 2147483648 and more
 * @see S5.10, S9.21; ENSIP-11
 * @example coinTypeOf(8453) // 2147492101
 */
export function coinTypeOf(chainId: number): number {
  if (!Number.isSafeInteger(chainId) || chainId < 1 || chainId >= evmCoinTypes) throw new InvalidNameChainError()
  return (chainId | evmCoinTypes) >>> 0
}

/**
 * The EVM chain of a coin type; the inverse of {@link coinTypeOf}.
 *
 * @returns null for a coin type that is no EVM chain's
 * @see ENSIP-11
 * @example chainIdOf(2147492101) // 8453
 */
export function chainIdOf(coinType: number): number | null {
  if (!Number.isSafeInteger(coinType) || coinType <= evmCoinTypes || coinType > 0xffff_ffff) return null
  return (coinType & 0x7fff_ffff) >>> 0
}
