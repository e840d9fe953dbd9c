import { type Address, decodeFunctionData, formatUnits, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork, WalletToken } from '../network.js'

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
  readonly title: string
  readonly facts: readonly Fact[]
  readonly warnings: readonly string[]
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
  const contract = code('Contract', to)
  const name = token?.symbol ?? 'tokens'
  switch (call.functionName) {
    case 'transfer':
      return said(`Send ${name}`, [amountOf(call.args[1], token), code('To', call.args[0]), contract])
    case 'transferFrom':
    case 'safeTransferFrom':
      return said(`Move ${name}`, [
        amountOf(call.args[2], token, 'Amount or token id'),
        code('From', call.args[0]),
        code('To', call.args[1]),
        contract,
      ])
    case 'approve': {
      const [spender, amount] = call.args
      const facts = [amountOf(amount, token), code('Spender', spender), contract]
      if (amount === 0n) return said(`Take back an allowance of ${name}`, facts)
      const all = amount >= unlimited ? `all of your ${name}, now and later` : `this much of your ${name}`
      return said(`Allow spending of ${name}`, facts, [`The spender may take ${all}, without asking again.`])
    }
    case 'setApprovalForAll': {
      const [operator, approved] = call.args
      const facts = [code('Operator', operator), contract]
      if (!approved) return said('Take back an approval', facts)
      return said('Hand over a whole collection', facts, [
        'The operator may move every token that you have and will have of this contract.',
      ])
    }
    case 'deposit':
      return said(`Wrap into ${name}`, [contract])
    case 'withdraw':
      return said(`Unwrap ${name}`, [amountOf(call.args[0], token), contract])
  }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return undefined // another function, or not a call at all: shown as data
  }
}

const said = (title: string, facts: readonly Fact[], warnings: readonly string[] = []): ReadCall => ({
  title,
  facts,
  warnings,
})

const code = (label: string, value: string): Fact => ({ label, value, isCode: true })

function amountOf(amount: bigint, token: WalletToken | undefined, label = 'Amount'): Fact {
  if (amount >= unlimited) return { label, value: 'Unlimited' }
  if (!token) return { label, value: `${amount} of its smallest unit` }
  return { label: 'Amount', value: `${formatUnits(amount, token.decimals)} ${token.symbol}` }
}

/** Settings name addresses as text. */
function asAddress(text: string): Address {
  return `0x${text.replace(/^0x/i, '')}`
}
