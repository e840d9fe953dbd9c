import { nativeTokens } from '@foyer/core/wire'
import { headerQuery, nodePaths, parseAddress } from '@foyer/tezos/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, type ServerFamily } from './family.js'

/** Reads, by the names that the kit has for a node's paths: what is sent wallets hand to their own nodes. */
const methods = byCost({
  1: 'octez_header',
  2: 'octez_balance octez_managerKey octez_constants octez_operation',
  4: 'octez_operationHashes',
})

const preset = (reference: string, name: string, prefix: string): ChainPreset => ({
  ...{ id: `tezos:${reference}`, name },
  nativeCurrency: { name: 'Tez', symbol: 'XTZ', decimals: 6 },
  explorerUrl: `https://${prefix}tzkt.io`,
})

/** Tezos, by the paths of its nodes (octez). */
export const tezos: ServerFamily = {
  id: 'tezos',
  addresses: { ...asWritten('tezos'), is: (address) => parseAddress(address) !== undefined },
  coin: nativeTokens.tezos,
  nodes: {
    methods,
    sending: [],
    withoutBatches: true,
    paths: nodePaths,
    check: (reference) => ({
      calls: [{ method: headerQuery.method }],
      mostBehind: 5,
      outcomes: v.pipe(
        v.tuple([v.object({ result: headerQuery.schema })]),
        v.transform(([{ result }]) => ({ isRightChain: result.chainId === reference, head: result.level })),
      ),
    }),
  },
  rooms: new Set(),
  networks: [
    preset('NetXdQprcVkpaWU', 'Tezos', ''),
    preset('NetXnHfVqm9iesp', 'Tezos Ghostnet', 'ghostnet.'),
    preset('NetXsqzbfFenSTS', 'Tezos Shadownet', 'shadownet.'),
  ],
}
