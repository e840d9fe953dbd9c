import { chainIdOf, type Hex } from '@foyer/core/chain'
import type { Chain, Chains } from '../chains/chains.js'
import { findSigner } from '../signatures/findSigner.js'
import { NameRefusedError } from './refusals.js'

export interface Signed {
  /** of the network that the account is on */
  readonly coinType: number
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
  readonly signal: AbortSignal
}

/** Determines the signer. */
export interface Signers {
  /**
   * @returns `key` where the address's own key signed, so that the address is its owner's on every EVM chain; `contract`
   * where the contract at the address, deployed or about to be, says on the named network that it signed
   * @throws {@link NameRefusedError} where the network isn't offered, or the address didn't sign · ChainUnavailableError
   * @see EIP-191, ERC-1271, ERC-6492
   */
  kindOf(signed: Signed): Promise<'key' | 'contract'>
}

export function createSigners({ chains }: { chains: Chains }): Signers {
  return {
    async kindOf({ coinType, address, message, signature, signal }) {
      const chain = chainOf({ chains, coinType })
      const kind = await findSigner({ chain, address, message, signature, signal })
      if (kind !== null) return kind
      throw new NameRefusedError({ name: 'signature', description: "The signature isn't this account's." })
    },
  }
}

function chainOf({ chains, coinType }: { chains: Chains; coinType: number }): Chain {
  const chainId = chainIdOf(coinType)
  if (chainId === null) {
    throw new NameRefusedError({
      name: 'coin_type',
      description: "Names can't be registered for this kind of network.",
    })
  }
  const chain = chains.all.find(({ id }) => id === `eip155:${chainId}`)
  if (chain !== undefined) return chain
  throw new NameRefusedError({ name: 'coin_type', description: "Names can't be registered from this network." })
}
