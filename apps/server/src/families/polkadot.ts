import { nativeTokens } from '@foyer/core/wire'
import { isGenesisOf, readAddress } from '@foyer/polkadot/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, type ServerFamily } from './family.js'

/** Reads, and what a wallet has signed: nothing of `author` that holds keys or takes transactions back, of `system` that knows peers, or of `offchain`. */
const methods = byCost({
  1: `
    chain_getBlockHash chain_getFinalizedHead chain_getHeader state_getRuntimeVersion system_chain system_chainType
    system_health system_name system_properties system_version`,
  2: 'state_getStorage state_getStorageHash state_getStorageSize system_accountNextIndex',
  4: 'chain_getBlock payment_queryFeeDetails payment_queryInfo state_getReadProof state_queryStorageAt',
  10: 'author_submitExtrinsic state_call state_getKeysPaged state_getMetadata',
})

const preset = (genesis: string, name: string, nativeCurrency: Coin, explorer: string): ChainPreset => ({
  ...{ id: `polkadot:${genesis}`, name, nativeCurrency },
  explorerUrl: `https://${explorer}.subscan.io`,
})

type Coin = ChainPreset['nativeCurrency']
const dot: Coin = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const ksm: Coin = { name: 'Kusama', symbol: 'KSM', decimals: 12 }

const Hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/))
const Header = v.object({
  number: v.pipe(
    v.string(),
    v.regex(/^0x[\da-f]{1,13}$/),
    v.transform((text) => Number(text)),
  ),
})
const Health = v.object({ isSyncing: v.literal(false) })

/** Polkadot and the chains beside it, by Substrate's JSON-RPC. */
export const polkadot: ServerFamily = {
  id: 'polkadot',
  addresses: { ...asWritten('polkadot'), is: (address) => readAddress(address) !== undefined },
  coin: nativeTokens.polkadot,
  nodes: {
    methods,
    sending: ['author_submitExtrinsic'],
    check: (reference) => ({
      calls: [
        { method: 'chain_getBlockHash', params: [0] },
        { method: 'chain_getHeader', params: [] },
        { method: 'system_health', params: [] },
      ],
      mostBehind: 20,
      outcomes: v.pipe(
        v.tuple([v.object({ result: Hash }), v.object({ result: Header }), v.object({ result: Health })]),
        v.transform(([genesis, head]) => {
          return { isRightChain: isGenesisOf(`polkadot:${reference}`, genesis.result), head: head.result.number }
        }),
      ),
    }),
  },
  rooms: new Set(),
  networks: [
    preset('68d56f15f85d3136970ec16946040bc1', 'Polkadot Asset Hub', dot, 'assethub-polkadot'),
    preset('91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', dot, 'polkadot'),
    preset('b0a8d493285c2df73290dfb7e61f870f', 'Kusama', ksm, 'kusama'),
  ],
}
