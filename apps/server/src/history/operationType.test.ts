import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { type OperationType, operationTypeOf } from './operationType.js'

const me = '0x00000000000000000000000000000000000000a1'
const you = '0x00000000000000000000000000000000000000b2'
const app = '0x00000000000000000000000000000000000000c3'
const token = '0x00000000000000000000000000000000000000d4'
const zero = '0x0000000000000000000000000000000000000000'
const dead = '0x000000000000000000000000000000000000dEaD'.toLowerCase()

const call = { from: me, to: app, value: 0n, selector: '0x12345678', succeeded: true }
const named = (signature: string) => ({ ...call, selector: toFunctionSelector(`function ${signature}`) })
const pay = { ...call, to: you, value: 1n, selector: '0x' }
const coins = (from: string, to: string) => ({ kind: 'erc20', contract: token, from, to }) as const
const native = (from: string, to: string) => ({ kind: 'native', contract: null, from, to }) as const
const nft = (from: string, to: string) => ({ kind: 'erc721', contract: token, from, to }) as const
const editions = (from: string, to: string) => ({ kind: 'erc1155', contract: token, from, to }) as const
const swap = { kind: 'swap', contract: app, from: app, to: me } as const
const approval = (kind: 'approval' | 'approvalForAll') => ({ kind, contract: token, from: me, to: app }) as const

type Case = readonly [
  OperationType,
  string,
  Parameters<typeof operationTypeOf>[0]['transaction'],
  Parameters<typeof operationTypeOf>[0]['events'],
]

const cases: readonly Case[] = [
  ['deploy', 'a contract was made', { ...call, to: null }, []],
  ['deploy', 'a contract was made with coins in it', { ...call, to: null, value: 1n }, [native(me, app)]],
  ['send', 'coins were paid', pay, [native(me, you)]],
  ['receive', 'coins were got', { ...pay, from: you, to: me }, [native(you, me)]],
  ['send', 'coins were sent to oneself', { ...pay, to: me }, [native(me, me)]],
  ['send', 'tokens were sent to oneself', { ...call, to: token }, [coins(me, me)]],
  ['cancel', 'nothing was sent to oneself', { ...pay, to: me, value: 0n }, []],
  ['send', 'tokens were sent', { ...call, to: token }, [coins(me, you)]],
  ['receive', 'tokens were got', { ...call, from: you, to: token }, [coins(you, me)]],
  ['receive', 'tokens came of a call of one’s own from elsewhere', call, [coins(you, me)]],
  ['burn', 'tokens went to nowhere', { ...call, to: token }, [coins(me, zero)]],
  ['burn', 'an NFT went to the address of the dead', { ...call, to: token }, [nft(me, dead)]],
  ['mint', 'an NFT came out of nothing', { ...call, to: token }, [nft(zero, me)]],
  [
    'mint',
    'another account minted for the account',
    { ...call, from: you, to: token },
    [editions(zero, me), editions(zero, me)],
  ],
  ['claim', 'the contract that was called gave', call, [coins(app, me)]],
  ['deposit', 'the contract that was called got', { ...call, value: 1n }, [native(me, app)]],
  ['trade', 'a pool swapped', call, [coins(me, app), swap, coins(app, me)]],
  ['trade', 'coins went and others came', call, [coins(me, you), native(you, me)]],
  ['trade', 'a pool swapped into a token that is made anew', call, [coins(me, app), swap, coins(zero, me)]],
  ['deposit', 'a share was made for what went', call, [coins(me, app), coins(zero, me)]],
  ['withdraw', 'a share vanished for what came', call, [coins(me, zero), coins(app, me)]],
  ['bought', 'an NFT came for coins', { ...call, value: 1n }, [native(me, app), nft(you, me)]],
  ['sell', 'coins came for an NFT', call, [editions(me, you), coins(you, me)]],
  ['approve', 'an app may spend', { ...call, to: token }, [approval('approval')]],
  ['approve', 'an app may take everything', { ...call, to: token }, [approval('approvalForAll')]],
  ['execute', 'another account approved', call, [{ ...approval('approval'), from: you }]],
  ['execute', 'nothing that is known happened', call, []],
  ['stake', 'its name says it', named('stake(uint256)'), [coins(me, app)]],
  ['unstake', 'its name says it', named('unstake(uint256)'), [coins(app, me)]],
  ['claim', 'its name says it', named('getReward()'), [coins(you, me)]],
  ['deposit', 'its name says it', named('deposit(uint256,address)'), [coins(me, app), coins(zero, me)]],
  ['withdraw', 'its name says it', named('redeem(uint256,address,address)'), [coins(me, zero), coins(app, me)]],
  ['borrow', 'its name says it', named('borrow(uint256)'), [coins(app, me)]],
  ['repay', 'its name says it', named('repayBorrow(uint256)'), [coins(me, app)]],
  ['execute', 'a name without anything that moved says nothing', named('stake(uint256)'), []],
  ['receive', 'another’s call says nothing', { ...named('stake(uint256)'), from: you }, [coins(app, me)]],
  ['send', 'a payment failed', { ...pay, succeeded: false }, []],
  ['receive', 'a payment to the account failed', { ...pay, from: you, to: me, succeeded: false }, []],
  ['send', 'a token’s transfer failed', { ...named('transfer(address,uint256)'), succeeded: false }, []],
  ['approve', 'an approval failed', { ...named('approve(address,uint256)'), succeeded: false }, []],
  ['execute', 'any other call failed', { ...call, succeeded: false }, []],
]

test.each(cases)('[S7.5] it is %s when %s', (expected, _, transaction, events) => {
  expect(operationTypeOf({ account: me, transaction, events })).toBe(expected)
})
