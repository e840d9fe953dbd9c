import { type NodePaths, nodeWay, requestBy, resultIn } from '@foyer/core/wire'
import * as v from 'valibot'

const Address = v.tuple([v.pipe(v.string(), v.regex(/^erd1[02-9ac-hj-np-z]{58}$/))])
const Hash = v.tuple([v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))])
const Shard = v.tuple([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xff_ff_ff_ff))])
const Nothing = v.optional(v.tuple([]))
const Transaction = v.tuple([v.record(v.string(), v.unknown())])

/** The methods by which the kit and the operator's server know a gateway's paths. */
const requestOf = requestBy({
  mvx_getAccount: nodeWay(Address, ([address]) => ({ path: `/address/${address}` })),
  mvx_getGuardianData: nodeWay(Address, ([address]) => ({ path: `/address/${address}/guardian-data` })),
  mvx_getNetworkConfig: nodeWay(Nothing, () => ({ path: '/network/config' })),
  mvx_getNetworkStatus: nodeWay(Shard, ([shard]) => ({ path: `/network/status/${shard}` })),
  mvx_getTransaction: nodeWay(Hash, ([hash]) => ({ path: `/transaction/${hash}` })),
  mvx_getTransactionStatus: nodeWay(Hash, ([hash]) => ({ path: `/transaction/${hash}/process-status` })),
  mvx_sendTransaction: nodeWay(Transaction, ([plain]) => ({ path: '/transaction/send', body: JSON.stringify(plain) })),
})

const Answer = v.union([
  v.object({ code: v.literal('successful'), data: v.unknown() }),
  v.object({ code: v.string(), error: v.pipe(v.string(), v.minLength(1)) }),
])

/** JSON-RPC's number for a server's own refusal. */
const refused = -32000

/** Gateways: no node of the family has JSON-RPC. What one says stands in its answer, whatever its status. */
export const gatewayPaths: NodePaths = {
  requestOf,
  outcomeOf({ text }) {
    const { success, output } = v.safeParse(Answer, resultIn(text)?.result)
    if (!success) return undefined
    if ('data' in output) return { result: output.data }
    return { error: { code: refused, message: output.error.slice(0, 500) } }
  },
}
