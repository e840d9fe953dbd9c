import type { NetworkId } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError, NetworkNotConfiguredError } from '../errors/connection.js'
import type { Network } from '../networks/network.js'
import { isRunning } from './attempt.js'
import { connectionOf } from './connection.js'
import { ownError, refusalOf } from './failure.js'
import { type ConnectionMachine, waitForVisitor } from './machine.js'

/** A network of the kit by its id. @throws NetworkNotConfiguredError, and shows the alert SWITCH_NETWORK_NOT_FOUND [S8.21] */
export function configuredNetwork({ store, update }: FoyerContext, networkId: NetworkId): Network {
  const { networks } = store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (network) return network
  update(() => ({ alert: { key: 'SWITCH_NETWORK_NOT_FOUND', values: { network: networkId } } }))
  throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
}

/** Goes to a network: the wallet is asked where one is connected, else the choice is remembered. */
export async function switchNetwork(
  machine: ConnectionMachine,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { kit, dispatch } = machine
  const network = knownNetwork(machine, networkId)
  const family = network.chainNamespace
  const connection = connectionOf(kit.store.getState().connection, family)
  const live = connection && kit.live.get(connection.id)
  if (!live || connection.networks[family] === networkId) return arrive(machine, network)
  const id = kit.nextAttemptId()
  const step = { type: 'walletPrompt' } as const
  dispatch({ type: 'started', families: [], attempt: { id, kind: 'switch', networkId, step } })
  try {
    await waitForVisitor({
      machine,
      id,
      signal,
      run: (ended) =>
        live.switchNetwork({
          network,
          signal: ended,
          asked: (type) => dispatch({ type: 'stepped', attemptId: id, step: { type } }),
        }),
    })
  } catch (cause) {
    const error = ownError(cause)
    // A wallet may emit the new network and then fail, or never answer: it is there all the same.
    const now = connectionOf(kit.store.getState().connection, family)
    if (now?.networks[family] !== networkId) {
      dispatch({ type: 'failed', attemptId: id, refusal: error instanceof AbortedError ? undefined : refusalOf(error) })
      throw error
    }
  }
  // The connection may have ended meanwhile, or a newer switch may have begun.
  const { switch: newest } = kit.store.getState().connection.attempts
  if (newest?.id !== id || !isRunning(newest)) throw new AbortedError()
  // The wallet's own event may be slower than its answer, or never come.
  dispatch({ type: 'networkChanged', connectionId: connection.id, family, networkId })
  dispatch({ type: 'succeeded', attemptId: id })
  arrive(machine, network)
}

/** @throws NetworkNotConfiguredError, which the view that waits for the switch shows */
function knownNetwork({ kit, dispatch }: ConnectionMachine, networkId: NetworkId): Network {
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

function arrive({ kit }: ConnectionMachine, { chainNamespace, caipNetworkId }: Network): void {
  kit.update(({ chosen }) => ({ family: chainNamespace, chosen: { ...chosen, [chainNamespace]: caipNetworkId } }))
}
