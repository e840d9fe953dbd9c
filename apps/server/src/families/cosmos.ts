import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, type ServerFamily } from './family.js'

// What kits ask CometBFT for. A method is one family's: `status`, `tx` and the like are NEAR's too, and kits do without them.
const methods = byCost({
  1: 'abci_info consensus_params',
  2: 'abci_query',
  4: 'block_results commit tx_search',
  10: 'block_search broadcast_tx_sync',
})

/** Bech32 of 20 bytes or of 32, but for the prefixes of other families. */
const pattern = /^(?!(?:bc|tb|bcrt|erd)1)[a-z][a-z0-9]{0,19}1[02-9ac-hj-np-z]{38}(?:[02-9ac-hj-np-z]{20})?$/

/** Whether a text is written as an account of some chain of Cosmos is. */
export const isCosmosAddress = (address: string): boolean => pattern.test(address)

const preset = (chainId: string, name: string, symbol: string, explorer: string): ChainPreset => ({
  id: `cosmos:${chainId}`,
  name,
  nativeCurrency: { name, symbol, decimals: 6 },
  explorerUrl: `https://www.mintscan.io/${explorer}`,
})

/** A number as CometBFT writes it. */
const Count = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/),
  v.transform((text) => Number(text)),
)

const Status = v.object({
  node_info: v.object({ network: v.string() }),
  sync_info: v.object({ latest_block_height: Count, catching_up: v.literal(false) }),
})

/** The chains of Cosmos, by CometBFT's JSON-RPC. */
export const cosmos: ServerFamily = {
  id: 'cosmos',
  addresses: {
    ...asWritten('cosmos'),
    is: isCosmosAddress,
    complete: (address) => address.toLowerCase(),
    key: (address) => address.toLowerCase(),
  },
  coin: nativeTokens.cosmos,
  nodes: {
    methods,
    sending: ['broadcast_tx_sync'],
    check: (reference) => ({
      calls: [{ method: 'status', params: [] }],
      mostBehind: 20,
      outcomes: v.pipe(
        v.tuple([v.object({ result: Status })]),
        v.transform(([{ result }]) => {
          return { isRightChain: result.node_info.network === reference, head: result.sync_info.latest_block_height }
        }),
      ),
    }),
  },
  rooms: new Set(),
  networks: [
    preset('cosmoshub-4', 'Cosmos Hub', 'ATOM', 'cosmos'),
    preset('osmosis-1', 'Osmosis', 'OSMO', 'osmosis'),
    preset('juno-1', 'Juno', 'JUNO', 'juno'),
    preset('noble-1', 'Noble', 'USDC', 'noble'),
  ],
}
