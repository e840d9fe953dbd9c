import { limits } from '@foyer/core/limits'
import * as v from 'valibot'

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
const NetworkId = v.pipe(v.string(), v.maxLength(limits.caip2), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

/** The networks that the API reaches, as the wallet's page has them; it is asked by the page's host. */
export const pageNetworksCall = {
  id: 'pageNetworks',
  method: 'get',
  path: '/v1/networks',
  projectIn: 'nowhere',
  reply: v.object({
    networks: v.array(
      v.object({
        /** CAIP-2. */
        chainId: NetworkId,
        name: short,
        currency: v.object({ symbol: short, decimals }),
        tokens: v.array(v.object({ symbol: short, decimals, address: short, name: short })),
        /** Contracts that the operator knows by name. */
        contracts: v.array(v.object({ address: short, name: short })),
        /** Whether the code that accounts are switched to is there, and the network takes transactions that switch one (EIP-7702). */
        hasDelegate: v.boolean(),
      }),
    ),
  }),
} as const
