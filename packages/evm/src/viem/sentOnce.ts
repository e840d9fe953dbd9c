import type { Eip1193Provider } from '@foyer/core'

/** JSON-RPC, EIP-1474 and EIP-1193: the method isn't known, so nothing was done. */
const unknownMethod: readonly unknown[] = [-32_601, -32_004, 4_200]

/**
 * A wallet that is asked once for each transaction. Where one fails, viem asks again by `wallet_sendTransaction`, also after errors with which wallets say that
 * something went wrong on the way; only a wallet that doesn't know the first method has done nothing yet.
 */
export function sentOnce(provider: Eip1193Provider): Pick<Eip1193Provider, 'request'> {
  /** viem asks with the same object. */
  const failed = new WeakSet<object>()
  return {
    async request(asked) {
      const { method, params } = asked
      const transaction: unknown = Array.isArray(params) ? params[0] : undefined
      if (typeof transaction !== 'object' || transaction === null) return provider.request(asked)
      if (method === 'wallet_sendTransaction' && failed.has(transaction)) throw notAgain()
      try {
        return await provider.request(asked)
      } catch (error) {
        if (method === 'eth_sendTransaction' && !unknownMethod.includes(codeOf(error))) failed.add(transaction)
        throw error
      }
    },
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Where viem names what failed before. */
const notAgain = () =>
  Object.assign(new Error('The wallet was asked to send this and failed. It isn’t asked twice.'), { code: -32_601 })
