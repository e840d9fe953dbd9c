import { isSameKey } from '@foyer/core/chain'
import type { DescribedRequest, Fact, RequestSentence, Words } from '@foyer/core/words'
import * as v from 'valibot'
import { parseOnce } from '../jsonOnce.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { shownTime } from '../shownTime.js'
import { inSmallestUnit, unlisted } from '../unlisted.js'
import { voteFacts } from '../votes.js'
import { amountOf, isOwnCoin } from './coins.js'
import type { Coin, MessageFields, NamedFields } from './messageFields.js'

type Network = DescribedRequest['network']

/** A message as it is read, with what it gives. */
export interface ReadMessage {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
  readonly gives: readonly Gift[]
  /** Of a contract's own token, with whom it is given to behind it. */
  readonly given: readonly Fact[]
  /** Whether it does more that isn't read. */
  readonly isOpen: boolean
}

export interface Gift {
  readonly to: string
  readonly coins: readonly Coin[]
}

interface Asked {
  readonly fields: MessageFields
  /** The account that signs. */
  readonly address: string
  readonly network: Network
}

type Reader = (asked: Asked) => ReadMessage | undefined

const said = ({ title, ...more }: Pick<ReadMessage, 'title'> & Partial<ReadMessage>): ReadMessage => ({
  ...{ title, facts: [], warnings: [], isDeliberate: false, gives: [], given: [], isOpen: false },
  ...more,
})

const sent = (coins: readonly Coin[], network: Network): Words =>
  words('request.send', {
    token: coins.every((coin) => isOwnCoin(coin, network)) ? network.currency.symbol : words('request.tokens'),
  })

/** Passes on what arrives (packet forwarding). Chains read its names in any case, so that one which isn't known may be `receiver` or `next` in capitals. */
const Forward = v.strictObject({
  forward: v.strictObject({
    receiver: v.pipe(v.string(), v.maxLength(256)),
    port: v.optional(v.unknown()),
    channel: v.optional(v.unknown()),
    timeout: v.optional(v.unknown()),
    retries: v.optional(v.unknown()),
    next: v.optional(v.unknown()),
  }),
})
/** More networks than these aren't followed. */
const mostHops = 8

/**
 * Reads what a packet's memo has done with what arrives: it is passed on, or a contract is called with it. A text that
 * isn't an object's does nothing there; exchanges ask for one.
 */
function readPacketMemo(memo: string): { readonly onward?: string; readonly isCalled: boolean } {
  const whole = jsonIn(memo, JSON.parse)
  if (typeof whole !== 'object' || whole === null) return { isCalled: false }
  let [asked, receiver]: [unknown, string | undefined] = [memo, undefined]
  for (let hop = 0; hop < mostHops; hop += 1) {
    const { success, output } = v.safeParse(Forward, typeof asked === 'string' ? jsonIn(asked, parseOnce) : asked)
    if (!success) break
    receiver = output.forward.receiver
    asked = output.forward.next
    if (asked === undefined || asked === null) return { onward: receiver, isCalled: false }
  }
  return { ...(receiver === undefined ? {} : { onward: receiver }), isCalled: true }
}

function jsonIn(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined // most memos are a text
  }
}

/** To an account of another chain; what goes along may have it carry something out there. */
const transferring: Reader = ({ fields, address, network }) => {
  const read = fields.named(
    ...(['source_port', 'source_channel', 'token', 'sender', 'receiver'] as const),
    ...(['timeout_height', 'timeout_timestamp', 'memo'] as const),
  )
  if (!read || !isSameKey(read.text('sender'), address)) return undefined
  const [coins, memo] = [read.coin('token'), read.text('memo')]
  const { onward, isCalled } = readPacketMemo(memo)
  const count = `${new TextEncoder().encode(memo).length}`
  return said({
    title: sent(coins, network),
    facts: [
      {
        label: words('request.chain'),
        value: words('request.overChannel', { channel: shownText(read.text('source_channel')) }),
      },
      ...(onward === undefined ? [] : [code('request.goesTo', onward)]),
      ...(memo === '' ? [] : [{ label: words('request.memoPublic'), value: shownText(memo) }]),
    ],
    gives: [{ to: read.text('receiver'), coins }],
    warnings: [
      ...(onward === undefined ? [] : [words('request.warn.forOther')]),
      ...(isCalled ? [words('request.warn.receiverCalled'), words('request.warn.receiverData', { count })] : []),
    ],
    isDeliberate: onward !== undefined || isCalled || !coins.every((coin) => isOwnCoin(coin, network)),
  })
}

/** From the account alone, to several. */
const sendingToSeveral: Reader = ({ fields, address, network }) => {
  const read = fields.named('inputs', 'outputs')
  const part = (of: MessageFields) => of.named('address', 'coins')
  const from = read?.parts('inputs').map(part) ?? []
  if (!read || from.length !== 1 || !isSameKey(from[0]?.text('address'), address)) return undefined
  const gives = read.parts('outputs').flatMap((output): readonly Gift[] => {
    const to = part(output)
    return to ? [{ to: to.text('address'), coins: to.coins('coins') }] : []
  })
  if (gives.length !== read.parts('outputs').length) return undefined
  const coins = gives.flatMap((each) => each.coins)
  return said({
    title: sent(coins, network),
    gives,
    isDeliberate: !coins.every((coin) => isOwnCoin(coin, network)),
  })
}

const coinFacts = (coins: readonly Coin[], network: Network): readonly Fact[] =>
  coins.flatMap((coin): readonly Fact[] => [
    { label: words('request.amount'), value: amountOf(coin, network) },
    ...(isOwnCoin(coin, network) ? [] : [code('request.token', coin.denom)]),
  ])

/** Staked coins stay the account's. */
const staking =
  (title: 'request.stake' | 'request.unstake' | 'request.moveStake', ...names: readonly string[]): Reader =>
  ({ fields, address, network }) => {
    const read = fields.named('delegator_address', ...names, 'amount')
    if (!read || !isSameKey(read.text('delegator_address'), address)) return undefined
    const [from, to = from ?? ''] = names
    return said({
      title: words(title, { token: network.currency.symbol }),
      facts: [
        ...coinFacts(read.coin('amount'), network),
        code('request.validator', read.text(to)),
        ...(from === undefined || from === to ? [] : [code('request.from', read.text(from))]),
      ],
    })
  }

const rewarding: Reader = ({ fields, address }) => {
  const read = fields.named('delegator_address', 'validator_address')
  if (!read || !isSameKey(read.text('delegator_address'), address)) return undefined
  return said({
    title: words('request.withdraw', { token: words('request.tokens') }),
    facts: [
      // It needn't be the account's own, and isn't in the message.
      { label: words('request.goesTo'), value: words('request.earningsTo') },
      code('request.validator', read.text('validator_address')),
    ],
  })
}

/** To whom go what the account's stakes earn. */
const redirecting: Reader = ({ fields, address }) => {
  const read = fields.named('delegator_address', 'withdraw_address')
  if (!read || !isSameKey(read.text('delegator_address'), address)) return undefined
  const to = read.text('withdraw_address')
  if (isSameKey(to, address))
    return said({
      title: words('request.earnings'),
      facts: [{ label: words('request.goesTo'), value: words('request.thisAccount') }],
    })
  return said({
    title: words('request.earnings'),
    facts: [code('request.goesTo', to)],
    ...{ warnings: [words('request.warn.earnings')], isDeliberate: true },
  })
}

/** As the module for proposals counts them. */
const choices: Readonly<Record<string, RequestSentence>> = {
  1: 'request.choice.for',
  2: 'request.choice.abstain',
  3: 'request.choice.against',
  4: 'request.choice.veto',
}

const voting: Reader = ({ fields, address }) => {
  const read = fields.named('proposal_id', 'voter', 'option', 'metadata')
  const [proposal, choice = ''] = [read?.number('proposal_id'), read?.number('option')]
  const name = choices[choice]
  if (!read || proposal === undefined || !name || !isSameKey(read.text('voter'), address)) return undefined
  return said({ title: words('request.vote'), facts: voteFacts({ proposal, choice: words(name) }) })
}

/** Lets somebody take so much, without asking again, or as much as there is. */
const allowing = (
  { spender, coins, isOfFees = false }: { spender: string; coins: readonly Coin[]; isOfFees?: boolean },
  network: Network,
  more: readonly Fact[],
): ReadMessage => {
  const isAll = coins.length === 0
  // Without a limit it is of every coin that the account has.
  const token = isAll ? words('request.tokens') : network.currency.symbol
  const all: Fact = { label: words('request.amount'), value: words('request.unlimited', { token }) }
  return said({
    title: words('request.allow', { token }),
    facts: [
      code('request.spender', spender),
      ...(isAll ? [all] : coinFacts(coins, network)),
      ...more,
      { label: words('request.movesNow'), value: words('request.nothing') },
    ],
    warnings: [words(isAll ? 'request.warn.spenderAll' : 'request.warn.spenderSome', { token })],
    // How much there is isn't looked up: a limit may be above it, alone or with those beside it.
    isDeliberate: isAll || !isOfFees || !coins.every((coin) => isOwnCoin(coin, network)),
  })
}

/** Reads when what was granted ends, in seconds since 1970 as bytes and as a date in JSON. */
function endOf(of: NamedFields | undefined): Fact {
  const written = of?.time('expiration')
  const value =
    written === undefined
      ? words('request.forEver')
      : typeof written === 'bigint'
        ? shownTime(written)
        : shownText(written)
  return { label: words('request.until'), value }
}

/** Lets somebody sign messages of a kind in the account's name: payments up to a limit, or whatever that kind does. */
const granting: Reader = ({ fields, address, network }) => {
  const read = fields.named('granter', 'grantee', 'grant')
  const given = read?.part('grant')?.named('authorization', 'expiration')
  const inside = given?.kindOf('authorization')
  if (!read || !inside || !isSameKey(read.text('granter'), address)) return undefined
  const kind = lastOf(inside.kind)
  const grantee = read.text('grantee')
  const until = endOf(given)
  if (kind === 'SendAuthorization') {
    const limit = inside.fields.named('spend_limit', 'allow_list')
    if (limit) return allowing({ spender: grantee, coins: limit.coins('spend_limit') }, network, [until])
  }
  const what = kind === 'GenericAuthorization' ? inside.fields.named('msg')?.text('msg') : undefined
  // Who may send all that the account has may take it.
  if (what !== undefined && /^\/cosmos\.bank\.v1beta1\.Msg(Multi)?Send$/.test(what))
    return allowing({ spender: grantee, coins: [] }, network, [until])
  return said({
    title: words('request.changeController'),
    facts: [
      code('request.account', address),
      code('request.goesTo', grantee),
      { label: words('request.mayDo'), value: shownText(what || kind) },
      until,
    ],
    warnings: [words('request.warn.controller')],
    isDeliberate: true,
  })
}

const payingFees: Reader = ({ fields, address, network }) => {
  const read = fields.named('granter', 'grantee', 'allowance')
  const inside = read?.kindOf('allowance')
  if (!read || !inside || lastOf(inside.kind) !== 'BasicAllowance' || !isSameKey(read.text('granter'), address))
    return undefined
  const limit = inside.fields.named('spend_limit', 'expiration')
  const fees: Fact = { label: words('request.for'), value: words('request.fee') }
  if (!limit) return undefined
  const allowed = { spender: read.text('grantee'), coins: limit.coins('spend_limit'), isOfFees: true }
  return allowing(allowed, network, [fees, endOf(limit)])
}

const takingBack =
  (...names: readonly string[]): Reader =>
  ({ fields, address }) => {
    const read = fields.named('granter', 'grantee', ...names)
    if (!read || !isSameKey(read.text('granter'), address)) return undefined
    return said({ title: words('request.disallowAny'), facts: [code('request.spender', read.text('grantee'))] })
  }

const Units = v.pipe(v.string(), v.regex(/^\d{1,39}$/))
/** A token's own transfers (CW20). */
const Transfer = v.strictObject({ transfer: v.strictObject({ recipient: v.string(), amount: Units }) })
/** Gives some of it to a contract, which is called with it. */
const Sent = v.strictObject({
  send: v.strictObject({ contract: v.string(), amount: Units, msg: v.optional(v.string(), '') }),
})
const Raised = v.strictObject({
  increase_allowance: v.looseObject({ spender: v.string(), amount: Units }),
})

/** Gives a contract what goes along; what it is called with is read where it is a token's transfer, or an allowance of one. */
const calling: Reader = ({ fields, address }) => {
  const read = fields.named('sender', 'contract', 'msg', '', 'funds')
  if (!read || !isSameKey(read.text('sender'), address)) return undefined
  const [contract, coins, message] = [read.text('contract'), read.coins('funds'), read.json('msg')]
  const gives = coins.length > 0 ? [{ to: contract, coins }] : []
  const [own, token] = [code('request.contract', contract), unlisted(words('request.tokens'), contract)]
  const moved = v.safeParse(Transfer, message)
  if (moved.success) {
    const { recipient, amount } = moved.output.transfer
    return said({
      title: words('request.send', { token }),
      given: [{ label: words('request.give'), value: inSmallestUnit(amount, contract) }, code('request.to', recipient)],
      facts: [own],
      ...{ warnings: [words('request.warn.unreadToken')], gives, isDeliberate: gives.length > 0 },
    })
  }
  const sentOn = v.safeParse(Sent, message)
  if (sentOn.success) {
    const { contract: to, amount, msg } = sentOn.output.send
    const count = `${Math.floor((msg.replace(/(?<!=)=+$/, '').length * 3) / 4)}`
    return said({
      title: words('request.send', { token }),
      given: [{ label: words('request.give'), value: inSmallestUnit(amount, contract) }, code('request.to', to)],
      facts: [own],
      warnings: [
        ...[words('request.warn.unreadToken'), words('request.warn.receiverCalled')],
        ...(msg === '' ? [] : [words('request.warn.receiverData', { count })]),
      ],
      ...{ gives, isDeliberate: true },
    })
  }
  const raised = v.safeParse(Raised, message)
  if (raised.success) {
    const { spender, amount } = raised.output.increase_allowance
    return said({
      title: words('request.allow', { token }),
      facts: [
        code('request.spender', spender),
        { label: words('request.adds'), value: inSmallestUnit(amount, contract) },
        own,
      ],
      ...{ warnings: [words('request.warn.unreadToken')], gives, isDeliberate: true },
    })
  }
  const [method = ''] = typeof message === 'object' && message !== null ? Object.keys(message) : []
  return said({
    title: words('request.callContract'),
    facts: [own, { label: words('request.what'), value: shownText(method) }],
    ...{ gives, isOpen: true, isDeliberate: true },
  })
}

const lastOf = (kind: string): string => kind.split(/[./]/).at(-1) ?? ''

/** By the names that its modules give them, as bytes and as JSON. */
const readers: Readonly<Record<string, Reader | undefined>> = {
  '/ibc.applications.transfer.v1.MsgTransfer': transferring,
  'cosmos-sdk/MsgTransfer': transferring,
  '/cosmos.bank.v1beta1.MsgMultiSend': sendingToSeveral,
  'cosmos-sdk/MsgMultiSend': sendingToSeveral,
  '/cosmos.staking.v1beta1.MsgDelegate': staking('request.stake', 'validator_address'),
  'cosmos-sdk/MsgDelegate': staking('request.stake', 'validator_address'),
  '/cosmos.staking.v1beta1.MsgUndelegate': staking('request.unstake', 'validator_address'),
  'cosmos-sdk/MsgUndelegate': staking('request.unstake', 'validator_address'),
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': staking(
    'request.moveStake',
    'validator_src_address',
    'validator_dst_address',
  ),
  'cosmos-sdk/MsgBeginRedelegate': staking('request.moveStake', 'validator_src_address', 'validator_dst_address'),
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': rewarding,
  'cosmos-sdk/MsgWithdrawDelegationReward': rewarding,
  '/cosmos.distribution.v1beta1.MsgSetWithdrawAddress': redirecting,
  'cosmos-sdk/MsgModifyWithdrawAddress': redirecting,
  '/cosmos.gov.v1.MsgVote': voting,
  '/cosmos.gov.v1beta1.MsgVote': voting,
  'cosmos-sdk/v1/MsgVote': voting,
  'cosmos-sdk/MsgVote': voting,
  '/cosmos.authz.v1beta1.MsgGrant': granting,
  'cosmos-sdk/MsgGrant': granting,
  '/cosmos.authz.v1beta1.MsgRevoke': takingBack('msg_type_url'),
  'cosmos-sdk/MsgRevoke': takingBack('msg_type_url'),
  '/cosmos.feegrant.v1beta1.MsgGrantAllowance': payingFees,
  'cosmos-sdk/MsgGrantAllowance': payingFees,
  '/cosmos.feegrant.v1beta1.MsgRevokeAllowance': takingBack(),
  'cosmos-sdk/MsgRevokeAllowance': takingBack(),
  '/cosmwasm.wasm.v1.MsgExecuteContract': calling,
  'wasm/MsgExecuteContract': calling,
}

/** Reads a message that isn't a payment; undefined for kinds that aren't read, for fields that aren't known, and for one in another account's name. */
export const readMessage = (kind: string, asked: Asked): ReadMessage | undefined =>
  Object.hasOwn(readers, kind) ? readers[kind]?.(asked) : undefined
