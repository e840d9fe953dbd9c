import type { WalletNetwork } from '@foyer/core/words'
import { type Address, encodeAbiParameters, getAddress, type Hex, pad, toHex } from 'viem'
import { afterEach, beforeEach, vi } from 'vitest'

const at = (number: number): Address => getAddress(pad(toHex(0xabc000 + number), { size: 20 }))

/** Who is there: contracts have code, an account has none. */
export const parties = {
  ann: at(2),
  usd: at(4),
  weth: at(5),
  router: at(7),
  /** A contract that isn't known. */
  stranger: at(8),
  /** A token that calls itself as a listed one does, one of another name, and one that says nothing. */
  fake: at(6),
  own: at(9),
  mute: at(10),
  nft: at(11),
  /** A collection without a name. */
  plain: at(12),
  vault: at(13),
} as const
const { ann, usd, weth, router, fake, own, nft, plain, vault } = parties

/** For tests. A network whose node answers the same each time: rules that no chain decides are tried on it, quickly. */
export const quiet: WalletNetwork = {
  ...{ chainId: 'eip155:31337', name: 'Quiet', rpcUrl: 'https://node.example' },
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [
    { address: usd, symbol: 'USD', decimals: 6, name: 'Dollar' },
    { address: weth, symbol: 'WETH', decimals: 18, name: 'Wrapped Ether' },
  ],
  contracts: [{ address: router, name: 'Router' }],
}

/** The account's balance of each token, and what may be taken of it already. */
export const [heldNow, allowedNow] = [1_000_000_000n, 7_000_000n]

const symbols: Readonly<Record<Address, string>> = { [fake]: 'WETH', [own]: 'OWN', [nft]: 'PIC', [vault]: 'SHARE' }
const word = (number: bigint): Hex => pad(toHex(number), { size: 32 })

function answer({ method, params }: { method: string; params: readonly [{ to: Address; data: Hex } & string] }): Hex {
  const [asked] = params
  if (method === 'eth_getCode') return getAddress(asked) === ann ? '0x' : '0x60'
  if (method === 'eth_getBalance') return toHex(10n ** 18n)
  if (method === 'eth_gasPrice') return '0x1'
  const contract = getAddress(asked.to)
  switch (asked.data.slice(0, 10)) {
    case '0x95d89b41': {
      const symbol = symbols[contract]
      return symbol === undefined ? '0x' : encodeAbiParameters([{ type: 'string' }], [symbol])
    }
    case '0x313ce567':
      return [fake, own, vault].some((each) => each === contract) ? word(18n) : '0x'
    case '0x01ffc9a7':
      return word(contract === nft || contract === plain ? 1n : 0n)
    case '0x38d52e0f':
      return contract === vault ? word(BigInt(usd)) : '0x'
    case '0xdd62ed3e':
      return word(allowedNow)
    case '0x70a08231':
      return word(heldNow)
    default:
      return '0x'
  }
}

/** Has that node answer in each test of a file: what a test says that it answers, by the method or the called function's selector, and otherwise the same. */
export function answerQuietly(): Map<string, Hex> {
  const answers = new Map<string, Hex>()
  beforeEach(() => {
    answers.clear()
    vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
      const asked = JSON.parse(body)
      const own = answers.get(asked.method === 'eth_call' ? asked.params[0].data.slice(0, 10) : asked.method)
      return { json: async () => ({ result: own ?? answer(asked) }) }
    })
  })
  afterEach(() => vi.unstubAllGlobals())
  return answers
}
