import { isFamily } from '../chain/ids.js'
import type { FamilyActions } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import { NetworkNotConfiguredError } from '../errors/network.js'
import type { SignedText } from '../siwx/siwx.js'

/**
 * Whether an account has signed a text, by the adapter of its family: of an account that isn't connected, too.
 *
 * @throws NetworkNotConfiguredError · AdapterNotFoundError where none verifies the family's messages · ChunkLoadError
 */
export async function verifySigned(kit: FoyerContext, signed: SignedText): Promise<boolean> {
  const { networkId, address, message, signature, signal } = signed
  const { networks } = kit.store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network)
    throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
  const actions = await familyActions(kit, networkId)
  if (!actions?.verifyMessage) throw new AdapterNotFoundError({ family: network.chainNamespace })
  return actions.verifyMessage({ address, network, message, signature, signal })
}

/** Whether the kit has an adapter for a network's family that can verify. @throws ChunkLoadError */
export async function canVerify(kit: FoyerContext, networkId: string): Promise<boolean> {
  return (await familyActions(kit, networkId))?.verifyMessage !== undefined
}

async function familyActions(
  { adapters, adapterHost }: FoyerContext,
  networkId: string,
): Promise<FamilyActions | undefined> {
  const family = networkId.split(':')[0] ?? ''
  return isFamily(family) ? adapters.get(family)?.actions(adapterHost) : undefined
}
