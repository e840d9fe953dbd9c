import * as v from 'valibot'
import { asWritten, byCost, Height, type ServerFamily } from './family.js'

const methods = byCost({
  1: `
    EXPERIMENTAL_light_client_proof EXPERIMENTAL_protocol_config EXPERIMENTAL_receipt gas_price health
    network_info next_light_client_block status`,
  2: 'query',
  4: 'block tx',
  10: 'EXPERIMENTAL_tx_status EXPERIMENTAL_validators_ordered broadcast_tx_async chunk send_tx validators',
  20: 'EXPERIMENTAL_changes EXPERIMENTAL_changes_in_block broadcast_tx_commit changes',
})

/** Names with dots, and the digits of keys: names without a dot, as those of Ethereum's form, are written as other families' accounts are. */
const pattern = /^(?=.{2,64}$)(?:[\da-f]{64}|(?:(?:[a-z\d]+[-_])*[a-z\d]+\.)+(?:[a-z\d]+[-_])*[a-z\d]+)$/

/** NEAR, by its nodes' JSON-RPC. */
export const near: ServerFamily = {
  id: 'near',
  addresses: { ...asWritten('near'), is: (address) => pattern.test(address) },
  coin: null,
  nodes: {
    methods,
    sending: ['broadcast_tx_async', 'broadcast_tx_commit', 'send_tx'],
    withoutBatches: true,
    check: (reference) => ({
      calls: [{ method: 'status' }],
      mostBehind: 60,
      outcomes: v.pipe(
        v.tuple([v.object({ result: Status })]),
        v.transform(([{ result }]) => {
          return { isRightChain: result.chain_id === reference, head: result.sync_info.latest_block_height }
        }),
      ),
    }),
  },
  rooms: new Set(),
  networks: [
    {
      id: 'near:mainnet',
      name: 'NEAR',
      nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
      explorerUrl: 'https://nearblocks.io',
    },
  ],
}

const Status = v.object({
  chain_id: v.string(),
  sync_info: v.object({ latest_block_height: Height, syncing: v.literal(false) }),
})
