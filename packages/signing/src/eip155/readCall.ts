import { type Address, decodeFunctionData, formatUnits, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork, WalletToken } from '../network.js'
import { code, type RequestSentence, type Words, words } from '../sentences.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit()',
  'function withdraw(uint256 amount)',
])

/** Describes a contract call. */
export interface ReadCall {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
}

/** More than any balance: an approval of this amount is an approval of everything. */
const unlimited = 2n ** 255n

/** Reads the calls that tokens have in common; undefined for every other. */
export function readCall({
  to,
  data,
  network,
}: {
  readonly to: Address
  readonly data: Hex
  readonly network: WalletNetwork
}): ReadCall | undefined {
  const call = decode(data)
  if (!call) return undefined
  const token = network.tokens.find(({ address }) => isAddressEqual(asAddress(address), to))
  const contract = code('request.contract', to)
  const name = { token: token?.symbol ?? words('request.tokens') }
  switch (call.functionName) {
    case 'transfer':
      return said(words('request.send', name), [
        amountOf(call.args[1], token),
        code('request.to', call.args[0]),
        contract,
      ])
    case 'transferFrom':
    case 'safeTransferFrom':
      return said(words('request.move', name), [
        amountOf(call.args[2], token, 'request.amountOrId'),
        code('request.from', call.args[0]),
        code('request.to', call.args[1]),
        contract,
      ])
    case 'approve': {
      const [spender, amount] = call.args
      const facts = [amountOf(amount, token), code('request.spender', spender), contract]
      if (amount === 0n) return said(words('request.disallow', name), facts)
      const warning = amount >= unlimited ? 'request.warn.spenderAll' : 'request.warn.spenderSome'
      return said(words('request.allow', name), facts, [words(warning, name)])
    }
    case 'setApprovalForAll': {
      const [operator, approved] = call.args
      const facts = [code('request.operator', operator), contract]
      if (!approved) return said(words('request.disallowCollection'), facts)
      return said(words('request.handOverCollection'), facts, [words('request.warn.collection')])
    }
    case 'deposit':
      return said(words('request.wrapInto', name), [contract])
    case 'withdraw':
      return said(words('request.unwrap', name), [amountOf(call.args[0], token), contract])
  }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return undefined // another function, or not a call at all: shown as data
  }
}

const said = (title: Words, facts: readonly Fact[], warnings: readonly Words[] = []): ReadCall => ({
  title,
  facts,
  warnings,
})

function amountOf(amount: bigint, token: WalletToken | undefined, name: RequestSentence = 'request.amount'): Fact {
  const label = words(name)
  if (amount >= unlimited) return { label, value: words('request.unlimited') }
  if (!token) return { label, value: words('request.smallestUnit', { amount: `${amount}` }) }
  return { label: words('request.amount'), value: `${formatUnits(amount, token.decimals)} ${token.symbol}` }
}

/** Settings name addresses as text. */
function asAddress(text: string): Address {
  return `0x${text.replace(/^0x/i, '')}`
}
