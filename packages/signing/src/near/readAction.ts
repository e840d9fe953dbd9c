import type { DescribedRequest, Fact } from '@foyer/core/words'
import { coins } from '../coins.js'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import type { ReadAction } from './described.js'
import { type ReadCall, readCall } from './readCall.js'
import type { Action, AddedKey, FunctionCall, KeyBounds, ReadTransaction, Stake } from './readTransaction.js'

type Network = DescribedRequest['network']

/** An action, and for a call what is read of it. */
export interface Step {
  readonly action: Action
  /** Undefined for every other action too. */
  readonly call: ReadCall | undefined
}

/** The actions of a transaction, of which each call is looked up once. */
export const stepsOf = ({ actions, receiver: contract }: ReadTransaction, network: Network): readonly Step[] =>
  actions.map((action) => ({
    action,
    call: action.kind === 'call' ? readCall({ call: action, contract, network }) : undefined,
  }))

/** Describes an action: what it is, and what it takes to approve it. */
export function readAction({ action, call }: Step, read: ReadTransaction, network: Network): ReadAction {
  const { signer, receiver } = read
  const account = code('request.account', receiver)
  const { symbol: token } = network.currency
  switch (action.kind) {
    case 'transfer': {
      const title = signer === receiver ? words('request.moveWithin') : words('request.send', { token })
      return { title, facts: [coins(action.deposit, network, 'request.amount')], warnings: [], isDeliberate: false }
    }
    case 'call':
      return call ? { ...call, facts: [...call.gifts, ...call.facts] } : unreadCall(action, network)
    case 'createAccount':
      return {
        title: words('request.createAccount'),
        facts: [code('request.newAccount', receiver)],
        warnings: [words('request.warn.foreignAccount')],
        isDeliberate: false,
      }
    case 'deploy':
      return {
        title: words('request.upgrade'),
        facts: [code('request.contract', receiver)],
        warnings: [words('request.warn.upgrade')],
        isDeliberate: true,
      }
    case 'stake':
      return staking(action, receiver, network)
    case 'deleteAccount':
      return {
        title: words('request.deleteAccount'),
        facts: [account],
        warnings: [words('request.warn.givenAway')],
        isDeliberate: true,
      }
    case 'deleteKey':
      // What the key may do stands on the network alone: it may be the last one that may do everything.
      return {
        title: words('request.changeController'),
        facts: [account, code('request.takesBack', action.key)],
        warnings: [words('request.warn.controller')],
        isDeliberate: true,
      }
    case 'addKey':
      return action.only ? addingBounded(action.key, action.only, network) : adding(action, read)
  }
}

function unreadCall(call: FunctionCall, network: Network): ReadAction {
  const facts = [
    { label: words('request.what'), value: shownText(call.method) },
    ...(call.deposit > 0n ? [coins(call.deposit, network, 'request.value')] : []),
  ]
  return { title: words('request.callContract'), facts, warnings: [], isDeliberate: true }
}

/** Of the account's own coins, under a validator's own key: no application needs that of its visitors. */
function staking({ amount, key }: Stake, account: string, network: Network): ReadAction {
  const isEnd = amount === 0n
  return {
    title: isEnd ? words('request.unstake') : words('request.stake', { token: network.currency.symbol }),
    facts: isEnd
      ? [code('request.stakeAccount', account)]
      : [coins(amount, network, 'request.amount'), code('request.validator', key), code('request.account', account)],
    warnings: [],
    isDeliberate: !isEnd,
  }
}

/** The key's holder signs for the account from then on. */
const adding = ({ key }: AddedKey, { signer, receiver }: ReadTransaction): ReadAction => ({
  title: words('request.changeController'),
  facts: [
    { label: words('request.what'), value: words('request.control.account') },
    code('request.account', receiver),
    code('request.goesTo', key),
    code('request.from', signer),
  ],
  warnings: [words('request.warn.controller')],
  isDeliberate: true,
})

/** The key's holder calls a contract in the account's name, and spends on the fees of that: nothing of what the account has but those. */
function addingBounded(key: string, { receiver, allowance, methods }: KeyBounds, network: Network): ReadAction {
  const limit: Fact =
    allowance === undefined
      ? { label: words('request.limit'), value: words('request.unlimited') }
      : coins(allowance, network, 'request.limit')
  return {
    title: words('request.letKeyCall'),
    facts: [
      code('request.delegateTo', key),
      code('request.contract', receiver),
      ...methods.map((each) => ({ label: words('request.mayDo'), value: shownText(each) })),
      limit,
    ],
    warnings: [words('request.warn.keyCalls')],
    isDeliberate: allowance === undefined,
  }
}
