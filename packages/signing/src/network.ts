import * as v from 'valibot'

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))

/** A node's address: http or https, nothing else. */
export const RpcUrl = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)

/** The format of a network in a wallet's settings and in storage. */
export const NetworkSchema = v.object({
  /** CAIP-2. */
  chainId: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  name: short,
  currency: v.object({ symbol: short, decimals }),
  /** Its node: by JSON-RPC, or of Bitcoin by Esplora's paths. */
  rpcUrl: RpcUrl,
  tokens: v.array(v.object({ symbol: short, decimals, address: short, name: v.optional(short) })),
  /** Contracts that are known by name: exchanges and the like, whose promises count. */
  contracts: v.optional(v.array(v.object({ address: short, name: short }))),
  /** Of EVM: the code that an account is switched to here, where it was found and the network takes transactions of type 4 (EIP-7702). */
  delegate: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
})
