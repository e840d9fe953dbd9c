import { isNetworkId, type NetworkId } from '@foyer/core/chain'
import * as v from 'valibot'

/** A network as configuration names it. */
export const NetworkName: v.GenericSchema<NetworkId> = v.custom<NetworkId>(
  isNetworkId,
  'must be a CAIP-2 id such as "eip155:1"',
)
