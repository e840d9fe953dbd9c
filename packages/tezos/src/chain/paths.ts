import { type NodePaths, nodeWay, requestBy, resultIn } from '@foyer/core/wire'
import * as v from 'valibot'
import { kindOf } from '../addresses/address.js'

const Address = v.tuple([
  v.pipe(
    v.string(),
    v.check((said) => kindOf(said) !== undefined),
  ),
])
const Level = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xff_ff_ff_ff))
const Nothing = v.optional(v.tuple([]))

const way = <T>(schema: v.GenericSchema<unknown, T>, of: (params: T) => string) =>
  nodeWay(schema, (params) => ({ path: `/chains/main/blocks/${of(params)}` }))

/** The methods by which the kit and the operator's server know a node's paths. Manager operations stand in a block's fourth list. */
export const nodePaths: NodePaths = {
  requestOf: requestBy({
    octez_balance: way(Address, ([address]) => `head/context/contracts/${address}/balance`),
    octez_constants: way(Nothing, () => 'head/context/constants'),
    octez_header: way(Nothing, () => 'head/header'),
    octez_managerKey: way(Address, ([address]) => `head/context/contracts/${address}/manager_key`),
    octez_operation: way(v.tuple([Level, Level]), ([level, index]) => `${level}/operations/3/${index}`),
    octez_operationHashes: way(v.tuple([Level]), ([level]) => `${level}/operation_hashes/3`),
  }),
  outcomeOf: ({ status, text }) => (status === 200 ? resultIn(text) : undefined),
}
