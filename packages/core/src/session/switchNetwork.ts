import type { NetworkId } from '../chain/ids.js'
import { connectionOf } from '../connection/connection.js'
import { AbortedError } from '../errors/connection.js'
import type { Network } from '../networks/network.js'
import { configuredNetwork } from './configuredNetwork.js'
import { ownError } from './ownError.js'
import { refusalOf } from './refusalOf.js'
import type { SessionContext } from './sessionContext.js'
import { waitForVisitor } from './waitForVisitor.js'

/** Goes to a network: the wallet is asked where one is connected, else the choice is remembered. */
export async function switchNetwork(
  session: SessionContext,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { kit, dispatch } = session
  const network = configuredNetwork(kit, networkId)
  const { connection: state } = kit.store.getState()
  const connection = connectionOf(state, network.chainNamespace)
  const live = connection && kit.live.get(connection.id)
  if (!live || connection.networks[network.chainNamespace] === networkId) return arrive(session, network)
  const id = kit.nextAttemptId()
  dispatch({ type: 'switchStarted', id, networkId })
  try {
    await waitForVisitor({ session, id, signal, run: (ended) => live.switchNetwork({ network, signal: ended }) })
  } catch (cause) {
    const error = ownError(cause)
    // A wallet may tell of the new network and then fail, or never answer: it is there all the same.
    const now = connectionOf(kit.store.getState().connection, network.chainNamespace)
    if (now?.networks[network.chainNamespace] !== networkId) {
      dispatch({ type: 'switchEnded', id, refusal: error instanceof AbortedError ? undefined : refusalOf(error) })
      throw error
    }
  }
  if (kit.store.getState().connection.switching?.id !== id) throw new AbortedError() // the session ended meanwhile
  // The wallet's own event may be slower than its answer, or never come.
  dispatch({ type: 'networkChanged', connectionId: connection.id, family: network.chainNamespace, networkId })
  dispatch({ type: 'switchEnded', id })
  arrive(session, network)
}

function arrive({ kit }: SessionContext, { chainNamespace, caipNetworkId }: Network): void {
  kit.update(({ chosen }) => ({ family: chainNamespace, chosen: { ...chosen, [chainNamespace]: caipNetworkId } }))
}
