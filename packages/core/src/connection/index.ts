import { type Family, isFamily, type NetworkId } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { NamespaceNotConfiguredError, NoAdapterForNetworkError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import type { NetworkInput } from '../networks/network.js'
import type { ConnectAttempt } from '../state/attempt.js'
import { connectionOf } from '../state/selectors.js'
import { keysOf } from '../store/keysOf.js'

/**
 * Chooses among the accounts that the wallet gave; any other address changes nothing.
 * @example chooseAccount(foyer, { family: 'eip155', address })
 */
export function chooseAccount(
  foyer: Foyer,
  { family, address }: { readonly family: Family; readonly address: string },
): void {
  contextOf(foyer).update((state) => {
    const { connections } = state.connection
    const connection = connectionOf(state.connection, family)
    if (!connection || connection.addresses[family] === address) return state
    const given = connection.accounts.some((each) => each.namespace === family && each.address === address)
    if (!given) return state
    const chosen = { ...connection, addresses: { ...connection.addresses, [family]: address } }
    return { connection: { ...state.connection, connections: { ...connections, [connection.id]: chosen } } }
  })
}

/**
 * Makes a chain family active, on the network it was last on [S4.6].
 * @throws NamespaceNotConfiguredError where no network of that family is configured [S5.7]
 */
export function switchFamily(foyer: Foyer, family: Family): void {
  const { store, update } = contextOf(foyer)
  if (!store.getState().networks.some(({ chainNamespace }) => chainNamespace === family))
    throw new NamespaceNotConfiguredError({ family })
  update((state) => (state.family === family ? state : { family }))
}

/**
 * Adds a network to those that the visitor may go to; one that is there already stays as it is.
 * @throws InvalidNetworkError · NoAdapterForNetworkError [S5.3]
 */
export function addNetwork(foyer: Foyer, input: NetworkInput): void {
  const network = defineNetwork(input)
  needAdapter(foyer, network.chainNamespace)
  contextOf(foyer).update((state) =>
    state.networks.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      ? state
      : { networks: [...state.networks, network] },
  )
}

/**
 * Takes a network away; an unknown one is no matter.
 * @throws NoAdapterForNetworkError [S5.3]
 */
export function removeNetwork(foyer: Foyer, networkId: NetworkId): void {
  needAdapter(foyer, networkId.slice(0, networkId.indexOf(':')))
  contextOf(foyer).update((state) => {
    const networks = state.networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId)
    if (networks.length === state.networks.length) return state
    const chosen = { ...state.chosen }
    for (const family of keysOf(chosen)) if (chosen[family] === networkId) delete chosen[family]
    return { networks, chosen }
  })
}

function needAdapter(foyer: Foyer, family: string): void {
  const { adapters } = contextOf(foyer)
  if (!isFamily(family) || !adapters.has(family)) throw new NoAdapterForNetworkError({ family })
}

/**
 * Records by which link the picked wallet is opened on this device, or that a QR code is shown instead. It is called when the link is really
 * opened, as requests open the wallet by it afterwards. Without an attempt to connect it changes nothing.
 *
 * @param parameters.href - the wallet's link without the pairing, `walletLink(…).href`; undefined for a QR code
 * @example walletOpened(foyer, { href: 'metamask://' })
 */
export function walletOpened(foyer: Foyer, { href }: { readonly href: string | undefined }): void {
  contextOf(foyer).update(({ connection }) => {
    const attempt = connection.attempts.connect
    if (!attempt) return {}
    const { wallet, step } = attempt
    const next: ConnectAttempt = {
      ...attempt,
      wallet: wallet && { ...wallet, href },
      step: 'offer' in step ? { type: href === undefined ? 'pairing' : 'walletOpened', offer: step.offer } : step,
    }
    return sameOpening(attempt, next)
      ? {}
      : { connection: { ...connection, attempts: { ...connection.attempts, connect: next } } }
  })
}

const sameOpening = (a: ConnectAttempt, b: ConnectAttempt): boolean =>
  a.wallet?.href === b.wallet?.href && a.step.type === b.step.type
