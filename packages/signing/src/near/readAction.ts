import type { DescribedRequest, Fact } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import { coins, type ReadAction } from './described.js'
import { readCall } from './readCall.js'
import type { Action, AddedKey, KeyBounds, ReadTransaction } from './readTransaction.js'

type Network = DescribedRequest['network']

/** Reads an action: what it is, and what it takes to approve it. */
export function readAction(action: Action, read: ReadTransaction, network: Network): ReadAction {
  const { signer, receiver } = read
  const account = code('request.account', receiver)
  const { symbol: token } = network.currency
  switch (action.kind) {
    case 'transfer': {
      const title = signer === receiver ? words('request.moveWithin') : words('request.send', { token })
      return { title, facts: [coins(action.deposit, network, 'request.amount')], warnings: [], isDeliberate: false }
    }
    case 'call': {
      const { method, deposit } = action
      const known = readCall({ call: action, contract: receiver, network })
      if (known) return { ...known, facts: [...known.gifts, ...known.facts] }
      const facts = [
        { label: words('request.what'), value: shownText(method) },
        ...(deposit > 0n ? [coins(deposit, network, 'request.value')] : []),
      ]
      return { title: words('request.callContract'), facts, warnings: [], isDeliberate: true }
    }
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
    case 'stake': {
      const facts: readonly Fact[] = [coins(action.amount, network, 'request.amount')]
      // None is staked any more.
      if (action.amount === 0n)
        return {
          title: words('request.unstake'),
          facts: [code('request.stakeAccount', receiver)],
          warnings: [],
          isDeliberate: false,
        }
      const validator = code('request.validator', action.key)
      // Of the account's own coins, under a key that whoever runs a validator has: no application needs that of its visitors.
      return {
        title: words('request.stake', { token }),
        facts: [...facts, validator, account],
        warnings: [],
        isDeliberate: true,
      }
    }
    case 'deleteAccount':
      return {
        title: words('request.handOverAccount'),
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

/** Whoever has the key signs for the account from then on. */
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

/** Whoever has the key calls a contract in the account's name, and spends on the fees of that. */
function addingBounded(key: string, { receiver, allowance, methods }: KeyBounds, network: Network): ReadAction {
  const { symbol: token } = network.currency
  const calls = methods.length > 0 ? methods.map((each) => shownText(each)) : [words('request.unlimited')]
  const limit: Fact =
    allowance === undefined
      ? { label: words('request.amount'), value: words('request.unlimited', { token }) }
      : coins(allowance, network, 'request.amount')
  return {
    title: words('request.allow', { token }),
    facts: [
      code('request.spender', key),
      limit,
      { label: words('request.for'), value: words('request.fee') },
      code('request.contract', receiver),
      ...calls.map((value) => ({ label: words('request.mayDo'), value })),
      { label: words('request.movesNow'), value: words('request.nothing') },
    ],
    warnings: [
      words(allowance === undefined ? 'request.warn.spenderAll' : 'request.warn.spenderSome', { token }),
      words('request.warn.role'),
    ],
    isDeliberate: allowance === undefined,
  }
}
