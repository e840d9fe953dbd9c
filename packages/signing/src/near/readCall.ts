import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, Fact, Words } from '@foyer/core/words'
import * as v from 'valibot'
import { coins } from '../coins.js'
import { parseOnce } from '../jsonOnce.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { inSmallestUnit, unlisted } from '../unlisted.js'
import type { ReadAction } from './described.js'
import type { FunctionCall } from './readTransaction.js'

type Network = DescribedRequest['network']

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const Units = v.pipe(
  v.string(),
  v.regex(/^\d{1,39}$/),
  v.transform((text) => BigInt(text)),
)
const Memo = v.nullish(v.string())
const tokenEntries = { receiver_id: Name, amount: Units, memo: Memo }
const nftEntries = { receiver_id: Name, token_id: v.string(), approval_id: v.nullish(v.number()), memo: Memo }

/** Calls of the token standards, by what they are given. @see https://nomicon.io/Standards/Tokens */
const schemas = {
  deposit_and_stake: v.strictObject({}),
  ft_transfer: v.strictObject(tokenEntries),
  ft_transfer_call: v.strictObject({ ...tokenEntries, msg: v.string() }),
  near_deposit: v.strictObject({}),
  near_withdraw: v.strictObject({ amount: Units }),
  nft_approve: v.strictObject({ token_id: v.string(), account_id: Name, msg: v.nullish(v.string()) }),
  nft_transfer: v.strictObject(nftEntries),
  nft_transfer_call: v.strictObject({ ...nftEntries, msg: v.string() }),
  storage_deposit: v.strictObject({ account_id: v.nullish(Name), registration_only: v.nullish(v.boolean()) }),
  unstake: v.strictObject({ amount: Units }),
  unstake_all: v.strictObject({}),
}

interface Called {
  readonly call: FunctionCall
  readonly contract: string
  readonly network: Network
}

/** A call that is read, with what it gives beside its deposit. */
export interface ReadCall extends ReadAction {
  readonly gifts: readonly Fact[]
  /** Its deposit stays the account's: it isn't given. */
  readonly keepsDeposit: boolean
}

/** Reads calls that are written down in a standard, and of contracts that the network knows by their names; undefined for every other. */
export function readCall({ call, contract, network }: Called): ReadCall | undefined {
  const args = textOf(call.args)
  const of = <Read>(schema: v.GenericSchema<unknown, Read>): Read | undefined => {
    const { success, output } = v.safeParse(schema, args)
    return success ? output : undefined
  }
  // They take the least deposit there is, by which the account itself has signed.
  const isSigned = call.deposit === 1n
  const isTransfer = /^(ft|nft)_transfer/.test(call.method)
  if (isTransfer && !isSigned) return undefined
  const { method } = call
  switch (method) {
    case 'ft_transfer':
    case 'ft_transfer_call': {
      const read = of<TokenArgs>(schemas[method])
      const token = network.tokens.find(({ address }) => address === contract)
      return (
        read &&
        moving({ ...read, contract, network, ...amountOf(read.amount, contract, network), isRead: token !== undefined })
      )
    }
    case 'nft_transfer':
    case 'nft_transfer_call': {
      const read = of<NftArgs>(schemas[method])
      const amount = unlisted(`#${shownText(read?.token_id ?? '')}`, contract)
      return read && moving({ ...read, contract, network, amount, token: amount, isRead: true })
    }
    case 'nft_approve': {
      const read = of(schemas.nft_approve)
      return read && approving({ ...read, contract, deposit: coins(call.deposit, network, 'request.value') })
    }
    case 'storage_deposit': {
      const read = of(schemas.storage_deposit)
      return read && storing(call.deposit, contract, read.account_id)
    }
    default:
      return readOwn({ call, contract, network }, of)
  }
}

interface TokenArgs {
  readonly receiver_id: string
  readonly amount: bigint
  readonly msg?: string
}

interface NftArgs {
  readonly receiver_id: string
  readonly token_id: string
  readonly msg?: string
}

/** JSON, or none: a call without arguments may have no bytes. */
function textOf(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text === '' ? {} : parseOnce(text)
  } catch {
    return undefined // other bytes are arguments too, of no standard's
  }
}

/** Returns an amount, and of what: a token that isn't listed is called by its contract. */
function amountOf(amount: bigint, contract: string, { tokens }: Network) {
  const listed = tokens.find(({ address }) => address === contract)
  if (!listed) return { amount: inSmallestUnit(amount, contract), token: unlisted(words('request.tokens'), contract) }
  return {
    amount: `${formatAmount({ value: amount, decimals: listed.decimals })} ${listed.symbol}`,
    token: listed.symbol,
  }
}

/** Gives a token to somebody, who is called with it where a message goes along. */
function moving({
  receiver_id: to,
  msg,
  amount,
  token,
  contract,
  network,
  isRead,
}: {
  readonly receiver_id: string
  readonly msg?: string
  readonly amount: string | Words
  readonly token: string | Words
  readonly contract: string
  readonly network: Network
  /** How much it is. */
  readonly isRead: boolean
}): ReadCall {
  const given = { label: words('request.give'), value: amount }
  const count = `${new TextEncoder().encode(msg).length}`
  const own = to === contract ? [words('request.warn.ownContract')] : []
  const isKnown = network.contracts?.some(({ address }) => address === to) === true
  const isActing = msg !== undefined && msg !== ''
  const calling = [
    ...(msg === undefined || isKnown ? [] : [words('request.warn.receiverCalled')]),
    ...(isActing ? [words('request.warn.receiverData', { count })] : []),
  ]
  return {
    title: words('request.send', { token }),
    facts: [code('request.contract', contract)],
    warnings: [...own, ...calling, ...(isRead ? [] : [words('request.warn.unreadToken')])],
    isDeliberate: isActing || own.length > 0,
    gifts: [given, code('request.to', to)],
    keepsDeposit: true,
  }
}

/** Lets somebody take one NFT, and has them called where a message goes along. */
function approving({
  token_id: id,
  account_id: spender,
  msg,
  contract,
  deposit,
}: {
  readonly token_id: string
  readonly account_id: string
  readonly msg?: string | null | undefined
  readonly contract: string
  readonly deposit: Fact
}): ReadCall {
  const token = unlisted(`#${shownText(id)}`, contract)
  return {
    title: words('request.allow', { token }),
    facts: [
      code('request.spender', spender),
      { label: words('request.amount'), value: token },
      { label: words('request.movesNow'), value: words('request.nothing') },
      code('request.contract', contract),
      deposit,
    ],
    warnings: [words('request.warn.spenderOne'), ...(msg == null ? [] : [words('request.warn.receiverCalled')])],
    isDeliberate: true,
    gifts: [],
    keepsDeposit: true,
  }
}

/** More than this pays for more than an account's place: 0.1 NEAR. */
const mostForPlace = 10n ** 23n

/** Pays a contract for an account's place in it (NEP-145), which each token asks for once. */
const storing = (deposit: bigint, contract: string, account: string | null | undefined): ReadCall => ({
  title: words('request.openTokenAccount'),
  facts: [...(account == null ? [] : [code('request.opensFor', account)]), code('request.contract', contract)],
  ...{ warnings: [], isDeliberate: deposit > mostForPlace, gifts: [], keepsDeposit: false },
})

/** A pool under this name is the one contract that its factory makes. */
const pool = /^[a-z\d_-]+\.poolv1\.near$/
const wrapper = 'wrap.near'

/** Stakes with a validator's pool and wraps coins: what is given for it stays the account's. */
function readOwn(
  { call: { method, deposit }, contract, network }: Called,
  of: <Read>(schema: v.GenericSchema<unknown, Read>) => Read | undefined,
): ReadCall | undefined {
  if (network.chainId !== 'near:mainnet') return undefined
  const { symbol: token } = network.currency
  const validator = code('request.validator', contract)
  const own = (title: Words, facts: readonly Fact[]): ReadCall => ({
    ...{ title, facts, warnings: [], isDeliberate: false, gifts: [], keepsDeposit: true },
  })
  if (contract === wrapper && method === 'near_deposit' && of(schemas.near_deposit))
    return own(words('request.wrap', { token }), [coins(deposit, network, 'request.amount')])
  if (contract === wrapper && method === 'near_withdraw' && deposit === 1n) {
    const read = of(schemas.near_withdraw)
    return read && own(words('request.unwrap', { token }), [coins(read.amount, network, 'request.comesBack')])
  }
  if (!pool.test(contract)) return undefined
  if (method === 'deposit_and_stake' && of(schemas.deposit_and_stake))
    return own(words('request.stake', { token }), [coins(deposit, network, 'request.amount'), validator])
  if (deposit > 0n) return undefined
  if (method === 'unstake_all' && of(schemas.unstake_all))
    return own(words('request.unstake'), [code('request.stakeAccount', contract)])
  const read = method === 'unstake' ? of(schemas.unstake) : undefined
  return read && own(words('request.unstake'), [coins(read.amount, network, 'request.amount'), validator])
}
