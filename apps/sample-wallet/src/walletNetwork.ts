import * as v from 'valibot'
import type { WalletNetwork } from './settings.js'

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))

/** A JSON-RPC address: http or https, nothing else. */
export const RpcUrl: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)

/** How a network is written: in the page's settings, and in what is kept. */
export const NetworkSchema: v.GenericSchema<unknown, WalletNetwork> = v.object({
  chainId: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  name: short,
  currency: v.object({ symbol: short, decimals }),
  rpcUrl: RpcUrl,
  tokens: v.array(v.object({ symbol: short, decimals, address: short })),
})
