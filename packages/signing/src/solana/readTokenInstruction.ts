import { formatAmount } from '@foyer/core/chain'
import { base58 } from '@scure/base'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import { numbersOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import type { TokenAccount } from './resolve.js'

/** More than any supply: an approval of this amount is an approval of everything. */
const unlimited = 2n ** 63n

interface Named {
  readonly network: WalletNetwork
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
}

/** An amount of a token; its decimals are those of the instruction, which the program compares, or of the wallet’s settings. */
function tokenFacts({
  network,
  mint,
  amount,
  decimals,
}: Pick<Named, 'network'> & {
  readonly mint: string | undefined
  readonly amount: bigint
  readonly decimals?: number | undefined
}): { readonly name: { readonly token: string | Words }; readonly facts: readonly Fact[] } {
  const token = network.tokens.find(({ address }) => address === mint)
  const name = { token: token?.symbol ?? words('request.tokens') }
  const places = decimals ?? token?.decimals
  const written =
    amount >= unlimited
      ? words('request.unlimited')
      : places === undefined
        ? words('request.smallestUnit', { amount: `${amount}` })
        : `${formatAmount({ value: amount, decimals: places })} ${token?.symbol ?? ''}`.trim()
  return {
    name,
    facts: [
      { label: words('request.amount'), value: written },
      ...(token || mint === undefined ? [] : [code('request.token', mint)]),
    ],
  }
}

/** Whose token account it goes to. */
function holder({ account, tokenAccounts }: Pick<Named, 'tokenAccounts'> & { readonly account: string }): Fact[] {
  const owner = tokenAccounts.get(account)?.owner
  return [...(owner ? [code('request.to', owner)] : []), code('request.toTokenAccount', account)]
}

/** Reads an instruction of the token programs; undefined for those that applications don’t ask visitors for. */
export function readTokenInstruction(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const {
    instruction: { accounts, data },
    network,
    tokenAccounts,
  } = parameters
  const { byte, u64 } = numbersOf(data)
  const amount = u64(1)
  const [first, second, third] = accounts
  const mintOf = (account: string) => tokenAccounts.get(account)?.mint
  switch (byte(0)) {
    case 3:
      if (data.length !== 9 || amount === undefined || !first || !second) return undefined
      return transfer({ network, tokenAccounts, mint: mintOf(first), amount, to: second })
    case 12:
      if (data.length !== 10 || amount === undefined || !second || !third) return undefined
      return transfer({ network, tokenAccounts, mint: second, amount, to: third, decimals: byte(9) })
    case 4:
      if (data.length !== 9 || amount === undefined || !first || !second) return undefined
      return approval({ network, mint: mintOf(first), amount, delegate: second })
    case 13:
      if (data.length !== 10 || amount === undefined || !second || !third) return undefined
      return approval({ network, mint: second, amount, delegate: third, decimals: byte(9) })
    case 8:
    case 15: {
      if (data.length !== (byte(0) === 8 ? 9 : 10) || amount === undefined || !second) return undefined
      const { name, facts } = tokenFacts({ network, mint: second, amount, decimals: byte(9) })
      return said({ title: words('request.burn', name), facts, warnings: [words('request.warn.burnt')] })
    }
    case 26:
      return transferWithFee(parameters)
    default:
      return readTokenAccount(parameters)
  }
}

/** What a token with a fee of its own (Token-2022) is moved by: its mint keeps a part of what leaves. */
function transferWithFee({
  instruction: { accounts, data },
  network,
  tokenAccounts,
}: ReadInstructionParameters): ReadInstruction | undefined {
  const { byte, u64 } = numbersOf(data)
  const [, mint, to] = accounts
  const [amount, fee] = [u64(2), u64(11)]
  if (byte(1) !== 1 || data.length !== 19 || amount === undefined || fee === undefined || !mint || !to) return undefined
  const token = { network, mint, decimals: byte(10) }
  const sent = transfer({ ...token, tokenAccounts, amount, to })
  const kept = tokenFacts({ ...token, amount: fee }).facts.slice(0, 1)
  return { ...sent, facts: [...sent.facts, ...kept.map(({ value }) => ({ label: words('request.tokenFee'), value }))] }
}

/** Instructions that move no amount: what happens to a token account itself. */
function readTokenAccount({
  instruction: { accounts, data },
  address,
  network,
}: ReadInstructionParameters): ReadInstruction | undefined {
  const [first, second] = accounts
  if (!first) return undefined
  const account = code('request.tokenAccount', first)
  switch (data[0]) {
    case 5:
      return data.length === 1 ? said({ title: words('request.disallowAny'), facts: [account] }) : undefined
    case 6:
      return said({
        title: words('request.changeController'),
        facts: [account, newController(data)],
        warnings: [words('request.warn.controller')],
        isDeliberate: true,
      })
    case 9:
      if (data.length !== 1 || !second) return undefined
      return said({
        title: words('request.closeTokenAccount'),
        facts: [
          account,
          ...(second === address
            ? []
            : [{ label: words('request.coinsGoTo', { token: network.currency.symbol }), value: second, isCode: true }]),
        ],
      })
    case 17:
      return data.length === 1
        ? said({ title: words('request.wrap', { token: network.currency.symbol }), isMinor: true })
        : undefined
    case 1:
    case 16:
    case 18:
      return said({ title: words('request.openTokenAccount'), isMinor: true, facts: [account] })
    default:
      return undefined
  }
}

/** Whom an account is handed to: a kind, whether there is anybody, and who. */
const newController = (data: Uint8Array): Fact =>
  data[2] === 1 && data.length === 35
    ? code('request.goesTo', base58.encode(data.slice(3)))
    : { label: words('request.goesTo'), value: words('request.nobody') }

interface Moved {
  readonly network: WalletNetwork
  readonly mint: string | undefined
  readonly amount: bigint
  readonly decimals?: number | undefined
}

function transfer({ tokenAccounts, to, ...token }: Moved & Named & { readonly to: string }): ReadInstruction {
  const { name, facts } = tokenFacts(token)
  return said({ title: words('request.send', name), facts: [...facts, ...holder({ account: to, tokenAccounts })] })
}

function approval({ delegate, ...token }: Moved & { readonly delegate: string }): ReadInstruction {
  const { name, facts } = tokenFacts(token)
  const isAll = token.amount >= unlimited
  const warning = isAll ? 'request.warn.spenderAll' : 'request.warn.spenderSome'
  return said({
    isDeliberate: isAll,
    title: words('request.allow', name),
    facts: [...facts, code('request.spender', delegate)],
    warnings: [words(warning, name)],
  })
}
