import { shortenAddress } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import { type Address, type Hex, toHex } from 'viem'
import { remembering } from '../../reads.js'
import { parties, quiet } from './quiet.js'
import { ask, fieldsOf, me, type Said } from './stage.js'

/** For tests. Typed data, its types each as a list of `name type`. */
export interface Signed {
  readonly types: Readonly<Record<string, string>>
  readonly primaryType: string
  readonly domain?: object
  readonly message: object
}

/** The facts of any, and of the contract of all exchanges at which it is signed. */
const ofAny =
  /^(What|For|Network|From|Value|With|Fee now|Fee, at most): |^Contract: (0x0000000000000068F116|0x9008D19f|0x000000000022D473)/

/** The level and the title of what is signed, its facts, and how its warnings begin; addresses by the names of their parties. */
export async function saidOfSigned(
  { types, primaryType, domain, message }: Signed,
  network: WalletNetwork = quiet,
): Promise<string> {
  const fields = Object.fromEntries(Object.entries(types).map(([name, list]) => [name, fieldsOf(list)]))
  const { level, title, facts, warnings, shown } = await ask({
    ...{ network: remembering(network), method: 'eth_signTypedData_v4' },
    params: [me, { types: fields, primaryType, message, domain: { chainId: 31337, ...domain } }],
  })
  return written({ level, title, facts, warnings, shown })
}

/** The same of a call that is sent. */
export async function saidOfCall(
  to: Address,
  data: Hex,
  { value = 0n, network = quiet }: { readonly value?: bigint; readonly network?: WalletNetwork } = {},
): Promise<string> {
  const call = { from: me, to, data, value: toHex(value) }
  return written(await ask({ network: remembering(network), method: 'eth_sendTransaction', params: [call] }))
}

function written({ level, title, facts, warnings, shown }: Said): string {
  const lines = facts.flatMap((fact, index) =>
    ofAny.test(fact) ? [] : [shown.facts[index]?.isCode ? `${fact} #` : fact],
  )
  const all = [`${level}: ${title}`, ...lines, ...warnings.map((each) => `! ${each}`.slice(0, 48))].join(' | ')
  return Object.entries(parties).reduce((text, [name, address]) => {
    const short = new RegExp(shortenAddress({ address }), 'gi')
    return text.replaceAll(address, name).replace(short, name)
  }, all)
}
