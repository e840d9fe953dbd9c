import { dispatchEvent, refuseAttempt, runAttempt } from '../attempt/runAttempt.js'
import type { NetworkId } from '../chain/ids.js'
import { AbortedError } from '../errors/connection.js'
import type { Network } from '../networks/network.js'
import { isRunning } from '../state/attempt.js'
import { connectionOf } from '../state/selectors.js'
import { type ConnectionMachine, configuredNetwork } from './connect.js'

/** Goes to a network: the wallet is asked where one is connected, else the choice is remembered. */
export async function switchNetwork(
  machine: ConnectionMachine,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { kit } = machine
  const attempt = { kind: 'switch', networkId } as const
  let network: Network
  try {
    network = configuredNetwork(kit, networkId)
  } catch (cause) {
    return refuseAttempt(kit, { attempt, cause })
  }
  const family = network.chainNamespace
  const connection = connectionOf(kit.store.getState().connection, family)
  const live = connection && kit.live.get(connection.id)?.live
  if (!live || connection.networks[family] === networkId) return arrive(machine, network)
  return runAttempt(kit, {
    attempt,
    signal,
    run({ signal: ended, step }) {
      step({ type: 'walletPrompt' })
      return live.switchNetwork({ network, signal: ended, asked: (type) => step({ type }) })
    },
    // A wallet may emit the new network and then fail, or never answer: it is there all the same.
    recover(error) {
      if (connectionOf(kit.store.getState().connection, family)?.networks[family] !== networkId) throw error
    },
    settle(_, id) {
      // The connection may have ended meanwhile, or a newer switch may have begun.
      const { switch: newest } = kit.store.getState().connection.attempts
      if (newest?.id !== id || !isRunning(newest)) throw new AbortedError()
      // The wallet's own event may be slower than its answer, or never come.
      dispatchEvent(kit, { type: 'networkChanged', connectionId: connection.id, family, networkId })
      arrive(machine, network)
    },
  })
}

function arrive({ kit }: ConnectionMachine, { chainNamespace, caipNetworkId }: Network): void {
  kit.update(({ chosen }) => ({ family: chainNamespace, chosen: { ...chosen, [chainNamespace]: caipNetworkId } }))
}
