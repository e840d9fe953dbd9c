import { InvalidTransferError } from '@foyer/core/errors'
import { type AskedWork, type ChainNode, coinTransferOf, type OnNode } from '@foyer/core/family'
import { hexToBytes } from '@noble/hashes/utils.js'
import { isOnNetwork, parseAddress, readAddress } from '../addresses/address.js'
import { type ChainUtxo, genesisQuery, isGenesisOf, mostCoins, parametersQuery, tipQuery } from '../chain/queries.js'
import { CardanoNetworkError } from '../errors.js'
import type { Terms } from '../transaction/plan.js'
import type { Utxo } from '../transaction/utxo.js'

/** A transfer, before it is a transaction. */
export interface Payment {
  readonly address: string
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** In lovelace. */
  readonly amount: bigint
}

/** Checks what is to be sent, before anything is asked. @throws InvalidTransferError */
export function paymentOf({ address, work, node }: AskedWork<'cip34', ChainNode>): Payment {
  const { to, amount } = coinTransferOf({ work, most: mostCoins })
  const [own, recipient] = [parseAddress(address), parseAddress(to)].map((each) => readAddress(each ?? ''))
  if (!own || !recipient || !isOnNetwork(recipient, node.network.caipNetworkId))
    throw new InvalidTransferError({ field: 'to' })
  return { address, from: own.bytes, to: recipient.bytes, amount }
}

/** So long may a transaction be taken, in slots of a second. */
const patience = 7200n

/** Reads the network's terms for a transfer now. @throws CardanoNetworkError where the node is of another network */
export async function termsOf({ node, signal }: OnNode<ChainNode>): Promise<Terms> {
  const [magic, tip, parameters] = await Promise.all([
    node.ask(genesisQuery, { signal }),
    node.ask(tipQuery, { signal }),
    node.ask(parametersQuery, { signal }),
  ])
  if (!isGenesisOf(node.network.caipNetworkId, magic)) throw new CardanoNetworkError({ found: `${magic}` })
  return { ...parameters, ends: tip.slot + patience }
}

/** Returns the outputs that an address can spend, as its network says it. */
export function utxosAt(address: string, utxos: readonly ChainUtxo[]): readonly Utxo[] {
  const keyHash = readAddress(address)?.keyHash
  if (!keyHash) return []
  return utxos.map((each) => ({
    ...{ hash: hexToBytes(each.tx_hash), index: each.tx_index, keyHash, coins: each.value },
    tokens: new Map(
      each.asset_list.map(({ policy_id, asset_name, quantity }) => [`${policy_id}${asset_name}`, quantity]),
    ),
  }))
}
