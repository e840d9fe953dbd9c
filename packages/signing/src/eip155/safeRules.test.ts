import { type Address, encodeFunctionData as call, concat, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import {
  abi,
  allows,
  ether,
  executed,
  type Inner,
  multiSend,
  type Paid,
  pays,
  safe,
  several,
  swap,
  takes,
  takesSome,
} from './test/safeCalls.js'
import { type Signed, saidOfCall, saidOfSigned } from './test/saidOfSigned.js'
import { ask, me, now } from './test/stage.js'

// What is said of a Safe's transactions, rule by rule, each where it holds and where it stops.

answerQuietly()

const { ann, usd, weth, router, stranger, fake, nft } = parties
const [moduleOld, moduleNew] = [
  '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134',
  '0xAA46724893dedD72658219405185Fb0Fc91e091C',
] as const
/** As a module has it done. */
const ofModule = (
  name: 'execTransactionFromModule' | 'execTransactionFromModuleReturnData',
  { to, value = 0n, data = '0x', operation = 0 }: Inner,
): Hex => call({ abi, functionName: name, args: [to, value, data, operation] })
const delegated = (token: Address, amount: bigint, payment: bigint, to: Address = ann, paidIn: Address = zeroAddress) =>
  call({
    ...{ abi, functionName: 'executeAllowanceTransfer' },
    args: [safe, token, to, amount, paidIn, payment, me, '0x'],
  })

/** A call: its name, the sentence said of it, its contract, its data and how many wei. */
type Row = readonly [string, string, Address, () => Hex, bigint?]
const sent: readonly Row[] = [
  [
    'one call',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 2 ETH | To: ann # | Call inside of it: Send ETH | Amount: 2 ETH | To: ann #',
    safe,
    () => executed({ to: ann, value: 2n * ether }),
  ],
  [
    'nothing else than its data',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | Call inside of it: Call a contract | Contract: stranger # | Data: 0xdeadbeef # | ! What this does can’t be read from its data. It',
    safe,
    () => executed({ to: stranger, data: '0xdeadbeef' }),
  ],
  [
    'with coins sent along',
    'deliberate: Have a Safe carry out a transaction | You give: 0.000000000000000001 ETH | To: 0x5Afe000000000000000000000000000000005afe # | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | Balance afterwards: 0.999999999999999999 ETH | ! This contract isn’t known here. What is got fo',
    safe,
    () => executed({ to: ann, value: 1n }),
    1n,
  ],
  [
    'with bytes behind it',
    'careful: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! 2 bytes follow that the call doesn’t use.',
    safe,
    () => concat([executed({ to: ann, value: 1n }), '0x1234']),
  ],
  [
    'by a module',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann #',
    safe,
    () => ofModule('execTransactionFromModule', { to: ann, value: ether }),
  ],
  [
    'by a module that reads what comes back',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: ann # | Call inside of it: Send USD | Amount: 5 USD | To: ann # | Contract: usd #',
    safe,
    () => ofModule('execTransactionFromModuleReturnData', { to: usd, data: pays(ann, 5_000_000n) }),
  ],
  [
    'by a module, with another’s code',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: stranger # | Data: 0x12345678 # | ! The Safe runs that contract’s code as its own, | ! What this does can’t be read from its data. It',
    safe,
    () => ofModule('execTransactionFromModule', { to: stranger, data: '0x12345678', operation: 1 }),
  ],
  [
    'an exchange at least',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | The Safe gets: 1 WETH | Call inside of it: Swap USD for WETH | The Safe gives: 5 USD | The Safe gets: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    safe,
    () => executed({ to: router, data: swap(5_000_000n, ether, safe) }),
  ],
  [
    'an exchange at most',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives at most: 5 USD | The Safe gets: 1 WETH | Call inside of it: Swap USD for WETH | The Safe gives at most: 5 USD | The Safe gets: 1 WETH | Until: 2027-01-15 08:01 UTC | Contract: Router (router) #',
    safe,
    () =>
      executed({
        to: router,
        data: call({
          abi,
          functionName: 'swapTokensForExactTokens',
          args: [ether, 5_000_000n, [usd, weth], safe, now + 60n],
        }),
      }),
  ],
  [
    'an exchange for the account that asks',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Call inside of it: Swap USD for WETH | The Safe gives: 5 USD | Others get at least: 1 WETH | Goes to: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Until: 2027-01-15 08:01 UTC | Contract: Router (router) # | ! Somebody else gets what is bought.',
    safe,
    () => executed({ to: router, data: swap(5_000_000n, ether, me) }),
  ],
  [
    'what it takes of the account by an allowance',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | You give: 5 USD | To: 0x5Afe000000000000000000000000000000005afe # | Call inside of it: Move USD | Amount: 5 USD | To: 0x5Afe000000000000000000000000000000005afe # | Contract: usd #',
    safe,
    () => executed({ to: usd, data: takes(me, safe, 5_000_000n) }),
  ],
  [
    'what is its own, moved as by an allowance',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: ann # | Call inside of it: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    safe,
    () => executed({ to: usd, data: takes(safe, ann, 5_000_000n) }),
  ],
  [
    'an NFT of its own, moved as by an allowance',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: PIC #7 (unlisted, nft) | To: ann # | Call inside of it: Move PIC (unlisted, nft) | Amount: PIC #7 (unlisted, nft) | To: ann # | Token: PIC (unlisted, nft) | Contract: nft #',
    safe,
    () => executed({ to: nft, data: takes(safe, ann, 7n) }),
  ],
  [
    'what is its own, moved to the account that asks',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Call inside of it: Move USD | Amount: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Contract: usd #',
    safe,
    () => executed({ to: usd, data: takes(safe, me, 5_000_000n) }),
  ],
  [
    'what is its own, moved to itself',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | Call inside of it: Move coins within this account | Amount: 5 USD | To: 0x5Afe000000000000000000000000000000005afe # | Contract: usd #',
    safe,
    () => executed({ to: usd, data: takes(safe, safe, 5_000_000n) }),
  ],
  [
    'what is somebody else’s, moved to the account that asks',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | Call inside of it: Move USD | Amount: 5 USD | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 # | Contract: usd #',
    safe,
    () => executed({ to: usd, data: takes(stranger, me, 5_000_000n) }),
  ],
  [
    'some of an id of its own',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 3 × PIC #7 (unlisted, nft) | To: ann # | Call inside of it: Move tokens | The Safe gives: 3 × PIC #7 (unlisted, nft) | Token 7: × 3 | To: ann # | Contract: nft #',
    safe,
    () => executed({ to: nft, data: takesSome(safe, ann, 7n, 3n) }),
  ],
  [
    'some of an id that it takes of the account',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | You give: 3 × PIC #7 (unlisted, nft) | To: ann # | Call inside of it: Move tokens | Amount: 3 × PIC #7 (unlisted, nft) | Token 7: × 3 | To: ann # | Contract: nft #',
    safe,
    () => executed({ to: nft, data: takesSome(me, ann, 7n, 3n) }),
  ],
  [
    'an allowance',
    'careful: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | Call inside of it: Allow spending of USD | Amount: 5 USD | May take now: 7 USD | May take afterwards: 5 USD | Spender: Router (router) # | Contract: usd # | Moves now: Nothing | ! The spender may take this much of the Safe’s U',
    safe,
    () => executed({ to: usd, data: allows(router, 5_000_000n) }),
  ],
  [
    'a fee without anybody named',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The Safe itself pays for this to be carried ou',
    safe,
    () => executed({ to: ann, value: 1n, safeTxGas: 100_000n, baseGas: 50_000n, gasPrice: 20_000_000_000n }),
  ],
  [
    'a fee to somebody',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Goes to: stranger # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The Safe itself pays for this to be carried ou',
    safe,
    () =>
      executed({
        to: ann,
        value: 1n,
        safeTxGas: 100_000n,
        baseGas: 50_000n,
        gasPrice: 20_000_000_000n,
        refundReceiver: stranger,
      }),
  ],
  [
    'a fee in a token',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | ! The Safe itself pays for this to be carried ou',
    safe,
    () => executed({ to: ann, value: 1n, safeTxGas: 100_000n, baseGas: 50_000n, gasPrice: 10n, gasToken: usd }),
  ],
  [
    'gas without a price, which nobody is paid for',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: ann # | Call inside of it: Send ETH | Amount: 0.000000000000000001 ETH | To: ann #',
    safe,
    () => executed({ to: ann, value: 1n, safeTxGas: 100_000n, baseGas: 50_000n, refundReceiver: stranger }),
  ],
  [
    'what a delegate takes out of it',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: ann #',
    moduleNew,
    () => delegated(usd, 5_000_000n, 0n),
  ],
  [
    'what a delegate takes by the older module',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann #',
    moduleOld,
    () => delegated(zeroAddress, ether, 0n),
  ],
  [
    'what a delegate is paid for taking',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: ann # | The Safe gives: 0.000000000000000001 ETH | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 #',
    moduleNew,
    () => delegated(usd, 5_000_000n, 1n),
  ],
  [
    'what a delegate takes of nothing',
    'plain: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000001 ETH | To: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 #',
    moduleNew,
    () => delegated(usd, 0n, 1n),
  ],
  [
    'what a delegate takes of a token that isn’t listed',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000000000000000005 WETH (unlisted, fake) | To: ann # | Token: WETH (unlisted, fake) | Contract: fake # | ! It calls itself WETH, and isn’t the WETH of th',
    moduleNew,
    () => delegated(fake, 5n, 0n),
  ],
  [
    'what a delegate takes to where nobody has it',
    'deliberate: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 0.000005 USD | To: usd # | ! The recipient is a token’s contract. What is s',
    moduleNew,
    () => delegated(usd, 5n, 0n, usd),
  ],
  [
    'what a delegate takes, with bytes behind it',
    'careful: Have a Safe carry out a transaction | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 5 USD | To: ann # | ! 2 bytes follow that the call doesn’t use.',
    moduleNew,
    () => concat([delegated(usd, 5_000_000n, 0n), '0x1234']),
  ],
  [
    'the same asked of a contract that is no such module',
    'deliberate: Call a contract | To: stranger # | ! What this does can’t be read from its data. It',
    stranger,
    () => delegated(usd, 5_000_000n, 0n),
  ],
]

const types = {
  SafeTx:
    'to address, value uint256, data bytes, operation uint8, safeTxGas uint256, baseGas uint256, gasPrice uint256, gasToken address, refundReceiver address, nonce uint256',
}
const usual = {
  ...{ to: ann, value: `${ether}`, data: '0x', operation: 0, safeTxGas: '0', baseGas: '0', gasPrice: '0', nonce: 0 },
  ...{ gasToken: zeroAddress, refundReceiver: zeroAddress },
}
const signature = (more: object = {}): Signed => ({
  ...{ types, primaryType: 'SafeTx', domain: { verifyingContract: safe } },
  message: { ...usual, ...more },
})
const older = (({ gasToken: _token, refundReceiver: _receiver, ...rest }) => rest)(usual)
const signed: readonly (readonly [string, string, () => Signed])[] = [
  [
    'one call',
    'careful: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! Whoever has this signature may carry it out, w',
    () => signature(),
  ],
  [
    'a call that can’t be read',
    'deliberate: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: stranger # | Call inside of it: Call a contract | The Safe gives: 1 ETH | Contract: stranger # | Data: 0x12345678 # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! Whoever has this signature may carry it out, w | ! What this does can’t be read from its data. It',
    () => signature({ to: stranger, data: '0x12345678' }),
  ],
  [
    'several',
    'deliberate: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | New code: 0x40A2aCCbd92BCA938b02010E17A5b8929b49130D # | The Safe gives: 0.000000000000000001 ETH | To: ann # | The Safe gives: 5 USD | To: ann # | Step 1: Send ETH | Amount: 0.000000000000000001 ETH | To: ann # | Step 2: Send USD | Amount: 5 USD | To: ann # | Contract: usd # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! The Safe runs that contract’s code as its own, | ! Whoever has this signature may carry it out, w',
    () =>
      signature({
        to: multiSend,
        operation: 1,
        value: '0',
        data: several({ to: ann, value: 1n }, { to: usd, data: pays(ann, 5_000_000n) }),
      }),
  ],
  [
    'a fee',
    'deliberate: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann # | Goes to: stranger # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! The Safe itself pays for this to be carried ou | ! Whoever has this signature may carry it out, w',
    () => signature({ safeTxGas: '100000', baseGas: '50000', gasPrice: '20000000000', refundReceiver: stranger }),
  ],
  [
    'without the parts of a fee',
    'careful: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! Whoever has this signature may carry it out, w',
    () => ({
      types: { SafeTx: 'to address, value uint256, data bytes, operation uint8, nonce uint256' },
      primaryType: 'SafeTx',
      domain: { verifyingContract: safe },
      message: { to: ann, value: `${ether}`, data: '0x', operation: 0, nonce: 0 },
    }),
  ],
  [
    'a fee without a token or anybody named',
    'deliberate: Let others act by signature | Safe: 0x5Afe000000000000000000000000000000005afe # | The Safe gives: 1 ETH | To: ann # | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | Contract: 0x5Afe000000000000000000000000000000005afe # | ! The Safe itself pays for this to be carried ou | ! Whoever has this signature may carry it out, w',
    () => ({
      types: { SafeTx: types.SafeTx.replace('gasToken address, refundReceiver address, ', '') },
      primaryType: 'SafeTx',
      domain: { verifyingContract: safe },
      message: { ...older, safeTxGas: '100000', gasPrice: '20000000000' },
    }),
  ],
  [
    'of no Safe that is named',
    'deliberate: Let others act by signature | Call inside of it: Send ETH | Amount: 1 ETH | To: ann # | ! Whoever has this signature may carry it out, w | ! This is all of your ETH.',
    () => ({ ...signature(), domain: {} }),
  ],
  [
    'without data',
    'deliberate: Sign typed data | Contract: 0x5Afe000000000000000000000000000000005afe # | ! What this signature lets others do isn’t known',
    () => ({ ...signature(), types: { SafeTx: types.SafeTx.replace('data bytes, ', '') } }),
  ],
]

test.each(sent.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] a Safe is sent %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)

test.each(signed)('[F13] a Safe’s transaction is signed: %s', async (_, said, asked) =>
  expect(await saidOfSigned(asked())).toBe(said),
)

const fees: readonly (readonly [string, Paid, string | undefined])[] = [
  ['in the coin', { gasPrice: 20_000_000_000n }, '0.0039 ETH'],
  ['in a token', { gasPrice: 10n, gasToken: usd }, '1.95 USD'],
  ['in a token that isn’t listed', { gasPrice: 10n, gasToken: fake }, '0.00000000000195 WETH (unlisted, 0x00…aBC006)'],
  ['of nothing', { gasPrice: 0n }, undefined],
]
test.each(fees)(
  '[F13] what a Safe pays at most for a transaction is its gas at its price, that of the call itself too: %s',
  async (_, paid, fee) => {
    const data = executed({ ...{ to: ann, value: 1n, safeTxGas: 100_000n, baseGas: 50_000n }, ...paid })
    const { facts } = await ask({
      network: quiet,
      method: 'eth_sendTransaction',
      params: [{ from: me, to: safe, data }],
    })
    const safes = facts.slice(0, facts.indexOf('Call inside of it: Send ETH'))
    expect(safes.filter((each) => each.startsWith('Fee, at most'))).toEqual(fee ? [`Fee, at most: ${fee}`] : [])
  },
)
