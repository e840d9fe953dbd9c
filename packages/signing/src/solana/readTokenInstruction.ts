import { base58 } from '@scure/base'
import { formatUnits } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, numbersOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
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
}): { readonly name: string; readonly facts: readonly Fact[] } {
  const token = network.tokens.find(({ address }) => address === mint)
  const name = token?.symbol ?? 'tokens'
  const places = decimals ?? token?.decimals
  const written =
    amount >= unlimited
      ? 'Unlimited'
      : places === undefined
        ? `${amount} of its smallest unit`
        : `${formatUnits(amount, places)} ${token?.symbol ?? ''}`.trim()
  return {
    name,
    facts: [{ label: 'Amount', value: written }, ...(token || mint === undefined ? [] : [code('Token', mint)])],
  }
}

/** Whose a token account is. */
function holder({
  label,
  account,
  tokenAccounts,
}: Pick<Named, 'tokenAccounts'> & { readonly label: string; readonly account: string }): Fact[] {
  const owner = tokenAccounts.get(account)?.owner
  return [...(owner ? [code(label, owner)] : []), code(`${label} (token account)`, account)]
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
      return said({ title: `Burn ${name}`, facts, warnings: ['What is burnt is gone for good.'] })
    }
    default:
      return readTokenAccount(parameters)
  }
}

/** Instructions that move no amount: what happens to a token account itself. */
function readTokenAccount({
  instruction: { accounts, data },
  address,
  network,
}: ReadInstructionParameters): ReadInstruction | undefined {
  const [first, second] = accounts
  if (!first) return undefined
  const account = code('Token account', first)
  switch (data[0]) {
    case 5:
      return data.length === 1 ? said({ title: 'Take back an allowance', facts: [account] }) : undefined
    case 6:
      return said({
        title: 'Change who controls an account',
        facts: [account, newController(data)],
        warnings: ['Somebody else may then move what the account holds, or nobody any more.'],
      })
    case 9:
      if (data.length !== 1 || !second) return undefined
      return said({
        title: 'Close a token account',
        facts: [account, ...(second === address ? [] : [code(`Its ${network.currency.symbol} goes to`, second)])],
      })
    case 17:
      return data.length === 1 ? said({ title: `Wrap ${network.currency.symbol}`, isMinor: true }) : undefined
    case 1:
    case 16:
    case 18:
      return said({ title: 'Open a token account', isMinor: true, facts: [account] })
    default:
      return undefined
  }
}

/** Whom an account is handed to: a kind, whether there is anybody, and who. */
const newController = (data: Uint8Array): Fact =>
  data[2] === 1 && data.length === 35
    ? code('Goes to', base58.encode(data.slice(3)))
    : { label: 'Goes to', value: 'Nobody, for good' }

interface Moved {
  readonly network: WalletNetwork
  readonly mint: string | undefined
  readonly amount: bigint
  readonly decimals?: number | undefined
}

function transfer({ tokenAccounts, to, ...token }: Moved & Named & { readonly to: string }): ReadInstruction {
  const { name, facts } = tokenFacts(token)
  return said({ title: `Send ${name}`, facts: [...facts, ...holder({ label: 'To', account: to, tokenAccounts })] })
}

function approval({ delegate, ...token }: Moved & { readonly delegate: string }): ReadInstruction {
  const { name, facts } = tokenFacts(token)
  const all = token.amount >= unlimited ? `all of your ${name}` : `this much of your ${name}`
  return said({
    title: `Allow spending of ${name}`,
    facts: [...facts, code('Spender', delegate)],
    warnings: [`The spender may take ${all}, without asking again.`],
  })
}
