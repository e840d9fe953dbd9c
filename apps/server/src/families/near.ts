import * as v from 'valibot'
import { asWritten, Height, type ServerFamily } from './family.js'

const methods = {
  EXPERIMENTAL_changes: 20,
  EXPERIMENTAL_changes_in_block: 20,
  EXPERIMENTAL_light_client_proof: 1,
  EXPERIMENTAL_protocol_config: 1,
  EXPERIMENTAL_receipt: 1,
  EXPERIMENTAL_tx_status: 10,
  EXPERIMENTAL_validators_ordered: 10,
  block: 4,
  broadcast_tx_async: 10,
  broadcast_tx_commit: 20,
  changes: 20,
  chunk: 10,
  gas_price: 1,
  health: 1,
  network_info: 1,
  next_light_client_block: 1,
  query: 2,
  send_tx: 10,
  status: 1,
  tx: 4,
  validators: 10,
}

/** NEAR: what kits ask its nodes is passed on, and that is all. */
export const near: ServerFamily = {
  id: 'near',
  addresses: asWritten('near'),
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
