import {
  type Address,
  encodeFunctionData as call,
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { type Signed, saidOfSigned } from './test/saidOfSigned.js'
import { ask, fieldsOf, me } from './test/stage.js'

// What signatures say that let others act in an account's name, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, router, stranger } = parties
const ether = 10n ** 18n
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function execute(bytes32 mode, bytes executed)',
])
const pays = (amount: bigint): Hex => call({ abi, functionName: 'transfer', args: [ann, amount] })
const domain = { verifyingContract: stranger }

const delegation = (delegate: Address, ...enforcers: readonly Address[]): Signed => ({
  types: { Delegation: 'delegate address, caveats Caveat[]', Caveat: 'enforcer address, terms bytes' },
  ...{ primaryType: 'Delegation', domain },
  message: { delegate, caveats: enforcers.map((enforcer) => ({ enforcer, terms: '0x' })) },
})
const operation = (callData: Hex, sender: Address = me): Signed => ({
  types: { PackedUserOperation: 'sender address, nonce uint256, callData bytes' },
  ...{ primaryType: 'PackedUserOperation', domain },
  message: { sender, nonce: '0', callData },
})
const meta = (from: Address, of: object = domain): Signed => ({
  types: { MetaTransaction: 'nonce uint256, from address, functionSignature bytes' },
  ...{ primaryType: 'MetaTransaction', domain: of },
  message: { nonce: '0', from, functionSignature: pays(5_000_000n) },
})
const forward = (fields: string, message: object): Signed => ({
  ...{ types: { ForwardRequest: fields }, primaryType: 'ForwardRequest', domain, message },
})
const wrapped = (fields: string, type: string, message: object): Signed => ({
  ...{ types: { Wrapped: fields, Call: type }, primaryType: 'Wrapped', domain, message },
})
const one = (to: Address, value: bigint, data: Hex): Hex =>
  call({ abi, functionName: 'execute', args: [to, value, data] })
const batch = (...calls: readonly { readonly to: Address; readonly value: bigint; readonly data: Hex }[]): Hex =>
  call({ abi, functionName: 'executeBatch', args: [calls] })
const mode = (first: Hex, executed: Hex): Hex =>
  call({ abi, functionName: 'execute', args: [`0x${first.slice(2).padEnd(64, '0')}`, executed] })
const calls = encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [
  [
    { to: usd, value: 0n, data: pays(5_000_000n) },
    { to: ann, value: 1n, data: '0x' },
  ],
])
const packed = (to: Address, value: bigint, data: Hex = '0x'): Hex =>
  concat([to, numberToHex(value, { size: 32 }), data])

const rows: readonly (readonly [string, string, () => Signed])[] = [
  [
    'all that an account may do',
    'deliberate: Let others act by signature | Acts for the account: ann # | Bound by: Nothing | Contract: stranger # | ! With this signature others may do anything in ',
    () => delegation(ann),
  ],
  [
    'all that it may do, to anybody',
    'deliberate: Let others act by signature | Acts for the account: Anybody | Bound by: Nothing | Contract: stranger # | ! With this signature others may do anything in ',
    () => delegation('0x0000000000000000000000000000000000000a11'),
  ],
  [
    'what two others check',
    'deliberate: Let others act by signature | Acts for the account: ann # | Bound by: Router (router) # | Bound by: stranger # | Contract: stranger # | ! With this signature others may act in the acco',
    () => delegation(ann, router, stranger),
  ],
  [
    'a delegation by another name',
    'deliberate: Sign typed data | Contract: stranger # | ! What this signature lets others do isn’t known',
    () => ({
      ...delegation(ann),
      types: { Other: 'delegate address, caveats Caveat[]', Caveat: 'enforcer address, terms bytes' },
      primaryType: 'Other',
    }),
  ],
  [
    'a delegation without what bounds it',
    'deliberate: Sign typed data | Contract: stranger # | ! What this signature lets others do isn’t known',
    () => ({
      types: { Delegation: 'delegate address' },
      primaryType: 'Delegation',
      domain,
      message: { delegate: ann },
    }),
  ],
  [
    'an operation of one call',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(one(usd, 0n, pays(5_000_000n))),
  ],
  [
    'an operation of coins',
    'deliberate: Let others act by signature | Call inside of it: Send ETH | Amount: 0.25 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(one(ann, ether / 4n, '0x')),
  ],
  [
    'an operation of all coins',
    'deliberate: Let others act by signature | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! This is all of your ETH.',
    () => operation(one(ann, ether, '0x')),
  ],
  [
    'another’s operation of all coins',
    'deliberate: Let others act by signature | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(one(ann, ether, '0x'), stranger),
  ],
  [
    'an operation of several calls',
    'deliberate: Let others act by signature | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(batch({ to: usd, value: 0n, data: pays(5_000_000n) }, { to: ann, value: 1n, data: '0x' })),
  ],
  [
    'an operation of none',
    'deliberate: Sign typed data | Contract: stranger # | ! What this signature lets others do isn’t known',
    () => operation(batch()),
  ],
  [
    'an operation of several, by its mode',
    'deliberate: Let others act by signature | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(mode('0x01', calls)),
  ],
  [
    'an operation of one, by its mode',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(mode('0x00', packed(usd, 0n, pays(5_000_000n)))),
  ],
  [
    'an operation of one without data, by its mode',
    'deliberate: Let others act by signature | Call inside of it: Send ETH | Amount: 0.000000000000000003 ETH | To: ann # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => operation(mode('0x00', packed(ann, 3n))),
  ],
  [
    'an operation of one that ends too early',
    'deliberate: Let others act by signature | Call inside of it: Call a contract | Contract: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Data: 0xe9ae5c530000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000330000000000000000000000000000000000abc0020000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! What this does can’t be read from its data. It',
    () => operation(mode('0x00', `0x${packed(ann, 3n).slice(2, -2)}`)),
  ],
  [
    'an operation by a mode that isn’t known',
    'deliberate: Let others act by signature | Call inside of it: Call a contract | Contract: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Data: 0xe9ae5c53ff00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000abc0020000000000000000000000000000000000000000000000000000000000000003000000000000000000000000 # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! What this does can’t be read from its data. It',
    () => operation(mode('0xff', packed(ann, 3n))),
  ],
  [
    'an operation of several that can’t be read',
    'deliberate: Let others act by signature | Call inside of it: Call a contract | Contract: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Data: 0xe9ae5c530100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000021234000000000000000000000000000000000000000000000000000000000000 # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! What this does can’t be read from its data. It',
    () => operation(mode('0x01', '0x1234')),
  ],
  [
    'an operation that can’t be read',
    'deliberate: Let others act by signature | Call inside of it: Call a contract | Contract: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Data: 0x12345678 # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! What this does can’t be read from its data. It',
    () => operation('0x12345678'),
  ],
  [
    'a call by its older name',
    'deliberate: Let others act by signature | Call inside of it: Send tokens (unlisted, stranger) | Amount: 5000000 of its smallest unit; its decimals aren’t known | To: ann # | Token: tokens (unlisted, stranger) | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! How much this is couldn’t be found out: the to',
    () => meta(me),
  ],
  [
    'another’s call by its older name',
    'deliberate: Let others act by signature | Call inside of it: Send tokens (unlisted, stranger) | Amount: 5000000 of its smallest unit; its decimals aren’t known | To: ann # | Token: tokens (unlisted, stranger) | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! How much this is couldn’t be found out: the to',
    () => meta(router),
  ],
  [
    'a call of no contract that is named',
    'deliberate: Sign typed data | ! What this signature lets others do isn’t known',
    () => meta(me, {}),
  ],
  [
    'a call that is passed on',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () =>
      forward('from address, to address, value uint256, data bytes', {
        from: me,
        to: usd,
        value: '0',
        data: pays(5_000_000n),
      }),
  ],
  [
    'a call without coins',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => forward('from address, to address, data bytes', { from: me, to: usd, data: pays(5_000_000n) }),
  ],
  [
    'a call to what is called a target',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () =>
      forward('from address, target address, callData bytes', { from: me, target: usd, callData: pays(5_000_000n) }),
  ],
  [
    'a call to what is called a destination',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => forward('destination address, calldata bytes', { destination: usd, calldata: pays(5_000_000n) }),
  ],
  [
    'another’s call that is passed on',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => forward('from address, to address, data bytes', { from: stranger, to: usd, data: pays(5_000_000n) }),
  ],
  [
    'calls in a list',
    'deliberate: Let others act by signature | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Send ETH | Amount: 0.000000000000000007 ETH | To: Router (router) # | Contract: stranger # | ! Whoever has this signature may carry it out, w | ! Something is left with the contract, where any',
    () =>
      wrapped('from address, calls Call[]', 'to address, value uint256, data bytes', {
        from: stranger,
        calls: [
          { to: usd, value: '0', data: pays(5_000_000n) },
          { to: router, value: '7', data: '0x' },
        ],
      }),
  ],
  [
    'a call that says itself whose it is, within data that says another',
    'deliberate: Let others act by signature | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () =>
      wrapped('from address, call Call', 'from address, to address, data bytes', {
        from: me,
        call: { from: stranger, to: usd, data: pays(5_000_000n) },
      }),
  ],
  [
    'calls of which only the later says whose they are',
    'deliberate: Let others act by signature | Step 1: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Send USD | Amount: 1 USD | To: ann # | Contract: usd # | Contract: stranger # | ! Whoever has this signature may carry it out, w',
    () => ({
      types: {
        Wrapped: 'first Call, second Own',
        Call: 'to address, data bytes',
        Own: 'from address, to address, data bytes',
      },
      primaryType: 'Wrapped',
      domain,
      message: {
        first: { to: usd, data: pays(5_000_000n) },
        second: { from: stranger, to: usd, data: pays(1_000_000n) },
      },
    }),
  ],
  [
    'a call without data',
    'deliberate: Sign typed data | Contract: stranger # | ! What this signature lets others do isn’t known',
    () => forward('from address, to address, value uint256', { from: me, to: ann, value: '5' }),
  ],
  [
    'data that is none',
    'deliberate: Sign typed data | Contract: stranger # | ! What this signature lets others do isn’t known',
    () => forward('from address, to address, data string', { from: me, to: usd, data: 'gm' }),
  ],
]

test.each(rows)('[F13] a signature lets others act: %s', async (_, said, signed) =>
  expect(await saidOfSigned(signed())).toBe(said),
)

/** In whose name it is said to be done. */
async function nameIn({ types, primaryType, domain: of, message }: Signed): Promise<string | undefined> {
  const fields = Object.fromEntries(Object.entries(types).map(([name, list]) => [name, fieldsOf(list)]))
  const data = { types: fields, primaryType, message, domain: { chainId: 31337, ...of } }
  const { facts } = await ask({ network: quiet, method: 'eth_signTypedData_v4', params: [me, data] })
  return /From: .*?(0x\w{40})/.exec(facts.join('\n'))?.[1]
}

test.each([
  ['of the account that an operation is of', operation(one(ann, 1n, '0x'), router), router],
  ['of the account that a call by its older name is of', meta(router), router],
  [
    'of the account that a call is of',
    forward('from address, to address, data bytes', { from: router, to: usd, data: pays(1n) }),
    router,
  ],
  [
    'of the account that signs, where nobody is named',
    forward('to address, data bytes', { to: usd, data: pays(1n) }),
    me,
  ],
  [
    'of the account that stands beside a list of calls',
    wrapped('from address, calls Call[]', 'to address, data bytes', {
      from: router,
      calls: [{ to: usd, data: pays(1n) }],
    }),
    router,
  ],
  [
    'of the account that a call itself names, before one beside it',
    wrapped('from address, call Call', 'from address, to address, data bytes', {
      from: me,
      call: { from: router, to: usd, data: pays(1n) },
    }),
    router,
  ],
])('[F13] it is done in the name %s', async (_, signed, account) => expect(await nameIn(signed)).toBe(account))
