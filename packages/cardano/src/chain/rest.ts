import { type NodePaths, type NodeRequest, nodeWay, requestBy, resultIn } from '@foyer/core/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

const Address = v.pipe(v.string(), v.regex(/^addr(_test)?1[02-9ac-hj-np-z]{50,110}$/))
const Hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Name = v.pipe(v.string(), v.regex(/^[\da-f]{64}#\d{1,5}$/))
const Signed = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^([\da-f]{2})+$/))

const json = (path: string, body: object): NodeRequest => ({ path, body: JSON.stringify(body) })

/** The methods by which the kit and the operator's server know Koios's paths. @see https://api.koios.rest */
const requestOf = requestBy({
  koios_addressInfo: nodeWay(v.strictTuple([Address]), ([address]) => json('/address_info', { _addresses: [address] })),
  koios_genesis: () => ({ path: '/genesis' }),
  koios_protocolParameters: () => ({ path: '/cli_protocol_params' }),
  koios_sendTransaction: nodeWay(v.strictTuple([Signed]), ([signed]) => ({
    ...{ path: '/submittx', type: 'application/cbor' },
    body: Uint8Array.from(hexToBytes(signed)),
  })),
  koios_tip: () => ({ path: '/tip' }),
  koios_transaction: nodeWay(v.strictTuple([Hash]), ([hash]) =>
    json('/tx_info', { _tx_hashes: [hash], _inputs: false }),
  ),
  koios_utxos: nodeWay(v.pipe(v.array(Name), v.maxLength(512)), (names) =>
    json('/utxo_info', { _utxo_refs: names, _extended: false }),
  ),
})

const Reason = v.pipe(v.string(), v.maxLength(10_000))
const Refusal = v.union([
  Reason,
  v.pipe(
    v.object({ message: Reason }),
    v.transform(({ message }) => message),
  ),
])

/** A refusal's status: the number as well that it has as an answer of JSON-RPC. */
export const refused = 400

/** Koios: no node of the family has JSON-RPC. That it refuses a request is its own answer, the same at every node. */
export const koiosPaths: NodePaths = {
  requestOf,
  outcomeOf({ status, text }) {
    if (status === 200 || status === 202) return resultIn(text)
    const refusal = v.safeParse(Refusal, resultIn(text)?.result ?? text)
    const isAnswer = refusal.success && status === refused
    return isAnswer ? { error: { code: refused, message: refusal.output } } : undefined
  },
}
