import { type Address, concat, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties } from './test/quiet.js'
import { allows, ether, executed, multiSend, packed, pays, safe, sending, several, takes } from './test/safeCalls.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { me } from './test/stage.js'

// What is said of several calls that a Safe makes in one, rule by rule, and of what carries them out where an account calls it.

answerQuietly()

const { ann, usd, router, stranger } = parties

/** A call: its name, the sentence said of it, its contract, its data and how many wei. */
type Row = readonly [string, string, Address, () => Hex, bigint?]
const ofSafes: readonly Row[] = [
  [
    'an allowance among several: what is left of it',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | The Safe gives: 0.000000000000000001 ETH | To: ann # | May take afterwards: 5 USD | Spender: Router (router) # | Step 1: Allow spending of USD | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Moves now: Nothing | Step 2: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The Safe runs that contract’s code as its own, | ! The spender may take this much of the Safe’s U',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: several({ to: usd, data: allows(router, 5_000_000n) }, { to: ann, value: 1n }),
      }),
  ],
  [
    'one of several',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | The Safe gives: 1 ETH | To: ann # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | ! The Safe runs that contract’s code as its own,',
    safe,
    () => executed({ to: multiSend, operation: 1, data: several({ to: ann, value: ether }) }),
  ],
  [
    'several, each by itself and in sum',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | The Safe gives: 2 ETH | To: ann # | The Safe gives: 5 USD | To: ann # | Step 1: Send ETH | Amount: 1 ETH | To: ann # | Step 2: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 3: Send ETH | Amount: 1 ETH | To: ann # | ! The Safe runs that contract’s code as its own,',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: several({ to: ann, value: ether }, { to: usd, data: pays(ann, 5_000_000n) }, { to: ann, value: ether }),
      }),
  ],
  [
    'several within several',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | The Safe gives: 1 ETH | To: ann # | The Safe gives: 5 USD | To: ann # | The Safe gives: 0.000000000000000003 ETH | To: stranger # | Step 1: Send ETH | Amount: 1 ETH | To: ann # | Step 2: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 3: Send ETH | Amount: 0.000000000000000003 ETH | To: stranger # | ! The Safe runs that contract’s code as its own,',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: several(
          { to: ann, value: ether },
          {
            to: multiSend,
            operation: 1,
            data: several({ to: usd, data: pays(ann, 5_000_000n) }, { to: stranger, value: 3n }),
          },
        ),
      }),
  ],
  [
    'several, of which one runs another’s code',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | New code: stranger # | Data: 0x12345678 # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: several({ to: ann, value: 1n }, { to: stranger, data: '0x12345678', operation: 1 }),
      }),
  ],
  [
    'several that are called and not run as its own',
    'careful: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | Step 1: Call a contract | Step 1: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The contract makes these calls in its own name',
    safe,
    () => executed({ to: multiSend, data: several({ to: ann, value: 1n }) }),
  ],
  [
    'several, with a byte behind them',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | Data: 0x8d80ff0a00000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000055000000000000000000000000000000000000abc00200000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000012 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () => executed({ to: multiSend, operation: 1, data: concat([several({ to: ann, value: 1n }), '0x12']) }),
  ],
  [
    'another’s code for a call that isn’t of several',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: usd # | Data: 0xa9059cbb0000000000000000000000000000000000000000000000000000000000abc00200000000000000000000000000000000000000000000000000000000004c4b40 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () => executed({ to: usd, operation: 1, data: pays(ann, 5_000_000n) }),
  ],
  [
    'none of several',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | Data: 0x8d80ff0a00000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000000 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () => executed({ to: multiSend, operation: 1, data: several() }),
  ],
  [
    'several that end before their address does',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | Data: 0x8d80ff0a00000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000059000000000000000000000000000000000000abc002000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000011223300000000000000 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: sending(concat([packed([{ to: ann, value: 1n }]), '0x00112233'])),
      }),
  ],
  [
    'several that end before their data does',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | Data: 0x8d80ff0a00000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000056000000000000000000000000000000000000abc002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000021200000000000000000000 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () =>
      executed({
        to: multiSend,
        operation: 1,
        data: sending(`0x${packed([{ to: ann, data: '0x1234' }]).slice(2, -2)}`),
      }),
  ],
]
const byItself: readonly Row[] = [
  [
    'one call',
    'careful: Call a contract | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: pays(ann, 5_000_000n) }),
  ],
  [
    'two calls',
    'careful: Carry out 2 calls | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: pays(ann, 5_000_000n) }, { to: ann, value: 1n }),
  ],
  [
    'what it takes of the account',
    'deliberate: Call a contract | You give: 5 USD | To: ann # | Step 1: Move USD | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: takes(me, ann, 5_000_000n) }),
  ],
  [
    'what it takes of another account',
    'careful: Call a contract | Step 1: Move USD between others | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: takes(stranger, ann, 5_000_000n) }),
  ],
  [
    'what it takes of another account for the account',
    'careful: Call a contract | Step 1: Move USD | Amount: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: takes(stranger, me, 5_000_000n) }),
  ],
  [
    'what is its own, moved as by an allowance',
    'careful: Call a contract | Step 1: Move USD | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: takes(multiSend, ann, 5_000_000n) }),
  ],
  [
    'coins that are passed on',
    'careful: Call a contract | You give: 0.5 ETH | To: ann # | Step 1: Send ETH | Amount: 0.5 ETH | To: ann # | Balance afterwards: 0.5 ETH | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: ann, value: ether / 2n }),
    ether / 2n,
  ],
  [
    'coins of which some stay there',
    'deliberate: Call a contract | You give: 0.25 ETH | To: ann # | You give: 0.25 ETH | To: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | Step 1: Send ETH | Amount: 0.25 ETH | To: ann # | Balance afterwards: 0.5 ETH | ! The contract makes these calls in its own name | ! Something is left with the contract, where any',
    multiSend,
    () => several({ to: ann, value: ether / 4n }),
    ether / 2n,
  ],
  [
    'with another’s code',
    'deliberate: Call a contract | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name',
    multiSend,
    () => several({ to: usd, data: pays(ann, 5_000_000n), operation: 1 }),
  ],
  [
    'what can’t be read',
    'deliberate: Call a contract | Step 1: Call a contract | Contract: stranger # | Data: 0x12345678 # | ! The contract makes these calls in its own name | ! What this does can’t be read from its data. It',
    multiSend,
    () => several({ to: stranger, data: '0x12345678' }),
  ],
  [
    'none',
    'deliberate: Call a contract | To: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | ! What this does can’t be read from its data. It',
    multiSend,
    () => several(),
  ],
  [
    'bytes behind it',
    'careful: Call a contract | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | ! The contract makes these calls in its own name | ! 1 bytes follow that the call doesn’t use.',
    multiSend,
    () => concat([several({ to: usd, data: pays(ann, 5_000_000n) }), '0x12']),
  ],
]

test.each(ofSafes.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] a Safe is to make %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)

test.each(byItself.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] what carries several calls out, called by an account: %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)
