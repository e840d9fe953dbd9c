import { type Address, encodeFunctionData as call, type Hex, parseAbi, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { ask, me, now } from './test/stage.js'

// What moves through Permit2 by somebody's signature, and what a batch with it comes to, rule by rule.

answerQuietly()

const { ann, usd, weth, router, stranger, mute, nft } = parties
const abi = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct One { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct Several { Permitted[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Paid { address to; uint256 requestedAmount; }',
  'function permitTransferFrom(One permit, Paid details, address owner, bytes signature)',
  'function permitTransferFrom(Several permit, Paid[] details, address owner, bytes signature)',
  'function permitWitnessTransferFrom(One permit, Paid details, address owner, bytes32 witness, string witnessType, bytes signature)',
  'function permitWitnessTransferFrom(Several permit, Paid[] details, address owner, bytes32 witness, string witnessType, bytes signature)',
  'struct Move { address from; address to; uint160 amount; address token; }',
  'function transferFrom(Move[] moves)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateUnorderedNonces(uint256 word, uint256 mask)',
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Allows { Details[] details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, Allows permit, bytes signature)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const end = Number(now) + 60

const [common, signature] = [{ nonce: 0n, deadline: now + 60n }, '0x'] as const
type Payment = readonly [token: Address, amount: bigint, to: Address]
const permitted = ([token]: Payment) => ({ token, amount: 10n ** 12n })
const paid = ([, requestedAmount, to]: Payment) => ({ to, requestedAmount })
const one = (owner: Address, payment: Payment): Hex =>
  call({
    ...{ abi, functionName: 'permitTransferFrom' },
    args: [{ permitted: permitted(payment), ...common }, paid(payment), owner, signature],
  })
const several = (owner: Address, payments: readonly Payment[], details = payments.map(paid)): Hex =>
  call({
    ...{ abi, functionName: 'permitTransferFrom' },
    args: [{ permitted: payments.map(permitted), ...common }, details, owner, signature],
  })
const witnessed = (owner: Address, payment: Payment): Hex =>
  call({
    ...{ abi, functionName: 'permitWitnessTransferFrom' },
    args: [{ permitted: permitted(payment), ...common }, paid(payment), owner, zeroHash, 'Order order)', signature],
  })
const severalWitnessed = (owner: Address, payments: readonly Payment[]): Hex =>
  call({
    ...{ abi, functionName: 'permitWitnessTransferFrom' },
    args: [
      { permitted: payments.map(permitted), ...common },
      ...([payments.map(paid), owner, zeroHash, 'Order order)', signature] as const),
    ],
  })
const moves = (...all: readonly (readonly [from: Address, ...Payment])[]): Hex =>
  call({
    ...{ abi, functionName: 'transferFrom' },
    args: [all.map(([from, token, amount, to]) => ({ from, to, amount, token }))],
  })
const permits = (...details: readonly (readonly [Address, bigint, number?])[]): Hex =>
  call({
    ...{ abi, functionName: 'permit' },
    args: [
      me,
      {
        details: details.map(([token, amount, expiration = end]) => ({ token, amount, expiration, nonce: 0 })),
        ...{ spender: router, sigDeadline: now },
      },
      '0x',
    ],
  })

const rows: readonly (readonly [string, string, () => Hex])[] = [
  [
    'what is paid, and not what may be',
    'plain: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    () => one(me, [usd, 5_000_000n, ann]),
  ],
  [
    'another’s to the account',
    'plain: Move USD | You get: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Contract: usd #',
    () => one(ann, [usd, 5_000_000n, me]),
  ],
  [
    'another’s to somebody',
    'plain: Move USD between others | Amount: 5 USD | To: stranger # | Contract: usd #',
    () => one(ann, [usd, 5_000_000n, stranger]),
  ],
  [
    'each of several to whom it says',
    'plain: Move tokens | You give: 5 USD | To: ann # | You give: 0.000000000000000007 WETH | To: stranger # | Step 1: Move USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Move WETH | Amount: 0.000000000000000007 WETH | To: stranger # | Contract: weth #',
    () =>
      several(me, [
        [usd, 5_000_000n, ann],
        [weth, 7n, stranger],
      ]),
  ],
  [
    'one in a list of one',
    'plain: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    () => several(me, [[usd, 5_000_000n, ann]]),
  ],
  [
    'with an order',
    'plain: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    () => witnessed(me, [usd, 5_000_000n, ann]),
  ],
  [
    'several with an order',
    'plain: Move tokens | You give: 5 USD | To: ann # | You give: 0.000000000000000007 WETH | To: stranger # | Step 1: Move USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Move WETH | Amount: 0.000000000000000007 WETH | To: stranger # | Contract: weth #',
    () =>
      severalWitnessed(me, [
        [usd, 5_000_000n, ann],
        [weth, 7n, stranger],
      ]),
  ],
  [
    'fewer payments than tokens',
    'deliberate: Call a contract | To: 0x000000000022D473030F116dDEE9F6B43aC78BA3 # | ! What this does can’t be read from its data. It',
    () =>
      several(
        me,
        [
          [usd, 5_000_000n, ann],
          [weth, 7n, stranger],
        ],
        [{ to: ann, requestedAmount: 5n }],
      ),
  ],
  [
    'more payments than tokens',
    'deliberate: Call a contract | To: 0x000000000022D473030F116dDEE9F6B43aC78BA3 # | ! What this does can’t be read from its data. It',
    () =>
      several(
        me,
        [[usd, 5_000_000n, ann]],
        [
          { to: ann, requestedAmount: 5n },
          { to: ann, requestedAmount: 6n },
        ],
      ),
  ],
  [
    'several, one of them to where it is lost',
    'deliberate: Move tokens | You give: 5 USD | To: usd # | You give: 0.000000000000000007 WETH | To: ann # | Step 1: Move USD | Amount: 5 USD | To: usd # | Contract: usd # | Step 2: Move WETH | Amount: 0.000000000000000007 WETH | To: ann # | Contract: weth # | ! The recipient is the token’s own contract. Wha',
    () => moves([me, usd, 5_000_000n, usd], [me, weth, 7n, ann]),
  ],
  [
    'several, one of them another’s',
    'plain: Move tokens | You give: 0.000000000000000007 WETH | To: ann # | Step 1: Move USD between others | Amount: 5 USD | To: stranger # | Contract: usd # | Step 2: Move WETH | Amount: 0.000000000000000007 WETH | To: ann # | Contract: weth #',
    () => moves([ann, usd, 5_000_000n, stranger], [me, weth, 7n, ann]),
  ],
  [
    'several, of which a token says nothing of itself',
    'careful: Move tokens | You give: 5 of its smallest unit; its decimals aren’t known | To: ann # | You give: 0.000000000000000007 WETH | To: ann # | Step 1: Move tokens (unlisted, mute) | Amount or token id: 5 | To: ann # | Token: tokens (unlisted, mute) | Contract: mute # | Step 2: Move WETH | Amount: 0.000000000000000007 WETH | To: ann # | Contract: weth # | ! How much this is couldn’t be found out: the to',
    () => moves([me, mute, 5n, ann], [me, weth, 7n, ann]),
  ],
  [
    'several NFTs',
    'plain: Move tokens | You give: 2 × PIC (#5, #7) (unlisted, nft) | To: ann # | Step 1: Move PIC (unlisted, nft) | Amount: PIC #5 (unlisted, nft) | To: ann # | Token: PIC (unlisted, nft) | Contract: nft # | Step 2: Move PIC (unlisted, nft) | Amount: PIC #7 (unlisted, nft) | To: ann # | Token: PIC (unlisted, nft) | Contract: nft #',
    () => moves([me, nft, 5n, ann], [me, nft, 7n, ann]),
  ],
  [
    'all of one and some of another',
    'deliberate: Allow spending of tokens | Amount: Unlimited | You have now: 1000 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Amount: 0.000000000000000005 WETH | Spender: Router (router) # | Contract: weth # | Until: 2027-01-15 08:01 UTC | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take all of your USD, now and  | ! The spender may take this much of your WETH, w',
    () => permits([usd, 2n ** 160n - 1n], [weth, 5n]),
  ],
  [
    'nothing where one is taken back',
    'plain: Take back an allowance of USD | Spender: Router (router) # | Token: USD | Contract: usd # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    () => call({ abi, functionName: 'lockdown', args: [[{ token: usd, spender: router }]] }),
  ],
  [
    'nothing where none is',
    'plain: Take back an allowance of tokens | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    () => call({ abi, functionName: 'lockdown', args: [[]] }),
  ],
]
test.each(rows)('[F13] by somebody’s signature or allowance, Permit2 moves %s', async (_, said, data) =>
  expect(await saidOfCall(permit2, data())).toBe(said),
)

/** Returns what is said first of calls in one, without each by itself. */
async function saidOfAll(...all: readonly (readonly [Address, Hex])[]): Promise<string> {
  const asked = { version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true }
  const calls = all.map(([to, data]) => ({ to, data }))
  const { level, facts } = await ask({ network: quiet, method: 'wallet_sendCalls', params: [{ ...asked, calls }] })
  const of = facts.filter((each) => /^(You|May|Others|To|Spender|Step)/.test(each))
  const lines = [level, ...of].join(' | ')
  return Object.entries(parties).reduce((text, [name, address]) => text.replaceAll(address, name), lines)
}
const batches: readonly (readonly [string, string, () => readonly (readonly [Address, Hex])[]])[] = [
  [
    'an allowance through it, of which nothing is taken',
    'careful | May take afterwards: 5 USD | Spender: Router (router) | May take until: 2027-01-15 08:01 UTC',
    () => [[permit2, permits([usd, 5_000_000n])]],
  ],
  [
    'two allowances through it',
    'careful | You give: 0.000001 USD | To: ann | May take afterwards: 5 USD | Spender: Router (router) | May take until: 2027-01-15 08:01 UTC | May take afterwards: 0.000000000000000007 WETH | Spender: Router (router) | May take until: 2027-01-15 08:01 UTC',
    () => [
      [permit2, permits([usd, 5_000_000n], [weth, 7n])],
      [permit2, moves([me, usd, 1n, ann])],
    ],
  ],
  [
    'an allowance that is given and taken back',
    'plain | May take afterwards: 0 USD | Spender: Router (router)',
    () => [
      [permit2, call({ abi, functionName: 'approve', args: [usd, router, 5_000_000n, end] })],
      [permit2, call({ abi, functionName: 'approve', args: [usd, router, 0n, end] })],
    ],
  ],
  [
    'moves, all of them the account’s',
    'plain | You give: 6 USD | To: ann | You give: 0.000000000000000007 WETH | To: ann',
    () => [
      [permit2, moves([me, usd, 5_000_000n, ann], [me, weth, 7n, ann])],
      [permit2, one(me, [usd, 1_000_000n, ann])],
    ],
  ],
  [
    'moves, one of them another’s',
    'plain | You give: 0.000000000000000007 WETH | To: ann | You give: 1 USD | To: ann | Step 1: Move tokens | You give: 0.000000000000000007 WETH | To: ann | Step 1: Move USD between others | To: ann | Step 2: Move WETH | To: ann | Step 2: Move USD | To: ann',
    () => [
      [permit2, moves([stranger, usd, 5_000_000n, ann], [me, weth, 7n, ann])],
      [permit2, one(me, [usd, 1_000_000n, ann])],
    ],
  ],
]
test.each(batches)('[F13] a batch with it comes to %s', async (_, said, all) =>
  expect(await saidOfAll(...all())).toBe(said),
)

test('[F13] signatures that are taken back are those of Permit2', async () => {
  const data = call({ abi, functionName: 'invalidateUnorderedNonces', args: [0n, 1n] })
  const params = [{ from: me, to: permit2, data }]
  const { facts } = await ask({ network: quiet, method: 'eth_sendTransaction', params })
  expect(facts).toContain(`Contract: Permit2 (${permit2})`)
})
