import type { Eip1193Provider, Foyer, Network } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { AccountNotConnectedError } from '@foyer/core/errors'

/** The wallet that the visitor has connected, as libraries of others are given it. */
export interface CurrentWallet {
  readonly address: Hex
  /** Where the wallet is now: a number of EIP-155. */
  readonly chainId: number
  /** Undefined on a network that isn't configured. */
  readonly network: Network | undefined
  /** Rejects with 4100 once another account or wallet has taken the place of this one, so that no account signs that isn't meant. */
  readonly provider: Eip1193Provider
}

/** Returns the identity by which a wallet and its account differ from another. */
const identityOf = (foyer: Foyer): string => {
  const { wallet, address, isConnected } = foyer.account('eip155')
  return isConnected ? `${wallet?.id} ${address?.toLowerCase()}` : ''
}

/** @throws AccountNotConnectedError where no wallet of the family is connected */
export function currentWallet(foyer: Foyer): CurrentWallet {
  const { address = '' } = foyer.account('eip155')
  const provider = foyer.provider('eip155')
  const network = foyer.network('eip155')
  if (!isHex(address) || !provider) throw new AccountNotConnectedError({ family: 'eip155' })
  const identity = identityOf(foyer)
  return {
    address,
    chainId: Number(network?.id),
    network,
    // No other member is read: a wallet's object may throw at each.
    provider: {
      async request(asked) {
        if (identityOf(foyer) !== identity) throw formerAccount()
        return provider.request(asked)
      },
      on: (event, listener) => provider.on?.(event, listener),
      removeListener: (event, listener) => provider.removeListener?.(event, listener),
    },
  }
}

/** EIP-1193: the account isn't authorised any more. */
const formerAccount = () =>
  Object.assign(new Error('Another account is connected by now. Take the client or signer of that one.'), {
    code: 4100,
  })

/**
 * Calls back with what `make` makes of the connected wallet, now and whenever the account, the network or the wallet is another; with undefined while none is
 * connected. @returns stops
 */
export function watchCurrent<Made>(
  foyer: Foyer,
  { make, listener }: { readonly make: (foyer: Foyer) => Made; readonly listener: (made: Made | undefined) => void },
): () => void {
  const keyOf = () => {
    const identity = identityOf(foyer)
    return identity && foyer.provider('eip155') ? `${identity} ${foyer.network('eip155')?.caipNetworkId}` : ''
  }
  let known: string | undefined
  const look = () => {
    const key = keyOf()
    if (key === known) return
    known = key
    listener(key === '' ? undefined : make(foyer))
  }
  look()
  return foyer.subscribe((state) => state, look)
}
