import type { NetworkId } from '../chain/ids.js'

/** The network that counts where none is chosen and none configured [S9.39]. */
export const defaultNetworkId: NetworkId = 'eip155:1'
