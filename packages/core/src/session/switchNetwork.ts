import type { NetworkId } from '../chain/ids.js'
import { isRunning } from '../connection/attempt.js'
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
  const network = knownNetwork(session, networkId)
  const family = network.chainNamespace
  const connection = connectionOf(kit.store.getState().connection, family)
  const live = connection && kit.live.get(connection.id)
  if (!live || connection.networks[family] === networkId) return arrive(session, network)
  const id = kit.nextAttemptId()
  const step = { type: 'walletPrompt' } as const
  dispatch({ type: 'started', families: [], attempt: { id, kind: 'switch', networkId, step } })
  try {
    await waitForVisitor({ session, id, signal, run: (ended) => live.switchNetwork({ network, signal: ended }) })
  } catch (cause) {
    const error = ownError(cause)
    // A wallet may emit the new network and then fail, or never answer: it is there all the same.
    const now = connectionOf(kit.store.getState().connection, family)
    if (now?.networks[family] !== networkId) {
      dispatch({ type: 'failed', attemptId: id, refusal: error instanceof AbortedError ? undefined : refusalOf(error) })
      throw error
    }
  }
  // The session may have ended meanwhile, or a newer switch may have begun.
  const { switch: newest } = kit.store.getState().connection.attempts
  if (newest?.id !== id || !isRunning(newest)) throw new AbortedError()
  // The wallet's own event may be slower than its answer, or never come.
  dispatch({ type: 'networkChanged', connectionId: connection.id, family, networkId })
  dispatch({ type: 'switched', attemptId: id })
  arrive(session, network)
}

/** @throws NetworkNotConfiguredError, which the view that waits for the switch shows */
function knownNetwork({ kit, dispatch }: SessionContext, networkId: NetworkId): Network {
  try {
    return configuredNetwork(kit, networkId)
  } catch (cause) {
    if (!isRunning(kit.store.getState().connection.attempts.switch)) {
      const id = kit.nextAttemptId()
      dispatch({
        type: 'started',
        families: [],
        attempt: { id, kind: 'switch', networkId, step: { type: 'starting' } },
      })
      dispatch({ type: 'failed', attemptId: id, refusal: refusalOf(ownError(cause)) })
    }
    throw cause
  }
}

function arrive({ kit }: SessionContext, { chainNamespace, caipNetworkId }: Network): void {
  kit.update(({ chosen }) => ({ family: chainNamespace, chosen: { ...chosen, [chainNamespace]: caipNetworkId } }))
}
