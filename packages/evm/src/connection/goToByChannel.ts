import type { GoToRequest } from '@foyer/core'
import { comesTrue } from '@foyer/core/connector'
import { ChainNotSupportedError, UnsupportedMethodError } from '@foyer/core/errors'
import { addedChain, hexIdOf, mayNotKnowChain } from './unknownChain.js'

const goTo = 'wallet_switchEthereumChain'
const add = 'wallet_addEthereumChain'

/** How long a wallet that agreed may take to say that it is there, in milliseconds: it does so over the relay. */
const graceMs = 3000

/**
 * Asks a wallet to go to a network that its session doesn't have (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085), with
 * the network's own addresses [S7.36]. It has gone once its session says so.
 *
 * @throws ChainNotSupportedError, and what the wallet says
 */
export async function goToByChannel({
  channel,
  host: { networks, rpc, clock },
  from,
  to,
  isThere,
  signal,
  asked,
}: GoToRequest): Promise<void> {
  const chainId = hexIdOf(to)
  const ask = (method: string, param: object) => channel.request({ networkId: from, method, params: [param], signal })
  const takes = (method: string) => channel.takes({ networkId: from, method })
  if (!takes(goTo)) throw new ChainNotSupportedError({ networkId: to })
  try {
    await ask(goTo, { chainId })
  } catch (cause) {
    if (cause instanceof UnsupportedMethodError) throw new ChainNotSupportedError({ networkId: to, cause })
    if (!mayNotKnowChain(cause)) throw cause
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === to)
    // One that the kit doesn't know, it can't add.
    if (!network || !takes(add)) throw new ChainNotSupportedError({ networkId: to, cause })
    asked?.('addingNetwork')
    await ask(add, addedChain({ network, rpc }))
    // Some wallets go there as they add it, some only add it.
    if (isThere()) return
    asked?.('walletPrompt')
    await ask(goTo, { chainId })
  }
  // Its session says it, by an event or another grant. One that agrees and says nothing would take no request there.
  if (await comesTrue({ clock, withinMs: graceMs, check: isThere })) return
  signal?.throwIfAborted()
  throw new ChainNotSupportedError({ networkId: to })
}
