import { NoRpcUrlError } from '@foyer/core/errors'
import type { SignedText, SiwxVerifier } from '@foyer/core/siwx'
import { askByHttp } from './askByHttp.js'
import type { AskChain } from './contractSignature.js'
import { evmSignerKind } from './evmSignerKind.js'

/** How the chains are asked that contract accounts are on: one address for all, one for each network, or a way of your own. */
export type EvmVerifierOptions =
  | { readonly rpcUrl: string }
  | {
      /** By CAIP-2 id; undefined for a network that isn't served. */
      readonly rpcUrlOf: (networkId: string) => string | undefined
    }
  | { readonly ask: AskChain }

/**
 * Verifies signed messages of EVM accounts (EIP-191): of a key, and of a contract, deployed (ERC-1271) or not yet (ERC-6492), on the network that the
 * message names. A key's signature is checked without any request.
 *
 * One policy for keys: `v` of 0, 1, 27 or 28, or 64 bytes (EIP-2098); a high `s` is refused (EIP-2). An address with letters of both cases must have
 * its checksum (ERC-55). Contracts are asked by one `eth_call` of 8 million gas at most, never by a transaction; a node of another chain is refused.
 *
 * @returns a verifier that rejects with NoRpcUrlError · ServerUnreachableError · InvalidResponseError · JsonRpcError where it couldn't be found out
 * @see CAIP-122, EIP-4361
 * @example
 * const verifier = evmVerifier({ rpcUrlOf: (networkId) => nodes[networkId] })
 * await verifier.verify({ networkId: 'eip155:1', address, message, signature })
 */
export function evmVerifier(options: EvmVerifierOptions): SiwxVerifier {
  const ask = 'ask' in options ? options.ask : askByHttp(urlsOf(options))
  return {
    family: 'eip155',
    verify: async ({ networkId, address, message, signature, signal }: SignedText) => {
      const isEvm = networkId.startsWith('eip155:')
      return isEvm && (await evmSignerKind({ networkId, address, message, signature, ask, signal })) !== undefined
    },
  }
}

function urlsOf(options: Exclude<EvmVerifierOptions, { readonly ask: AskChain }>): (networkId: string) => string {
  return (networkId) => {
    const url = 'rpcUrl' in options ? options.rpcUrl : options.rpcUrlOf(networkId)
    if (url === undefined) throw new NoRpcUrlError({ networkId })
    return url
  }
}
