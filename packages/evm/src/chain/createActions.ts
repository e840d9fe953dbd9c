import type { AdapterHost, FamilyActions, NetworkId } from '@foyer/core'
import { hexToBigint } from '@foyer/core/chain'
import { InvalidResponseError } from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { type ChainReader, chainReader } from './chainReader.js'

/** Gives each kit its own actions, the same at every call. */
export function actionsByHost(): (host: AdapterHost) => FamilyActions {
  const made = new WeakMap<AdapterHost, FamilyActions>()
  return (host) => {
    const actions = made.get(host) ?? createActions(host)
    made.set(host, actions)
    return actions
  }
}

/** The EVM family's know-how for one kit. What it asks of a network at once goes out as one request. */
function createActions(host: AdapterHost): FamilyActions {
  const readers = new Map<NetworkId, { readonly urls: string; readonly read: ChainReader }>()
  return {
    async nativeBalance({ address, network, signal }) {
      const urls = rpcUrlsFor({ network, ...host.rpc }).join()
      const known = readers.get(network.caipNetworkId)
      const read = known?.urls === urls ? known.read : chainReader({ host, network })
      readers.set(network.caipNetworkId, { urls, read })
      const answer = await read({ method: 'eth_getBalance', params: [address, 'latest'], signal })
      try {
        return hexToBigint(typeof answer === 'string' ? answer : '')
      } catch (cause) {
        throw new InvalidResponseError({ expected: 'a quantity', context: { method: 'eth_getBalance' }, cause })
      }
    },
  }
}
