import { actionsOf } from '../actions/reach.js'
import { isFamily } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { NetworkNotConfiguredError } from '../errors/network.js'
import type { SignedText } from '../siwx/siwx.js'

/**
 * Whether an account has signed a text, by the adapter of its family: of an account that isn't connected, too.
 *
 * @throws NetworkNotConfiguredError · AdapterNotFoundError · ActionUnsupportedError · ChunkLoadError
 */
export async function verifySigned(kit: FoyerContext, signed: SignedText): Promise<boolean> {
  const { networkId, address, message, signature, signal } = signed
  const { networks } = kit.store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network)
    throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
  const actions = await actionsOf(kit, network.chainNamespace)
  if (!actions.verifyMessage)
    throw new ActionUnsupportedError({ action: 'verifyMessage', family: network.chainNamespace })
  return actions.verifyMessage({ address, network, message, signature, signal })
}

/** Whether the kit has an adapter for a network's family that can verify. @throws ChunkLoadError */
export async function canVerify({ adapters, adapterHost }: FoyerContext, networkId: string): Promise<boolean> {
  const family = networkId.split(':')[0] ?? ''
  const actions = isFamily(family) ? await adapters.get(family)?.actions(adapterHost) : undefined
  return actions?.verifyMessage !== undefined
}
